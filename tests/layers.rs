//! The layers of the design, read from the source text: a module uses only those below it, `unsafe`
//! stays in the SIMD kernels and the table's requests for memory, and nothing below the protocol prints.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the bottom up.
const LAYERS: [&str; 7] = [
    "types", "attacks", "rules", "position", "eval", "search", "protocol",
];
/// The layers that write to no stream.
const SILENT: [&str; 6] = ["types", "attacks", "rules", "position", "eval", "search"];
/// The only files that may hold `unsafe`.
const UNSAFE: [&str; 2] = ["eval/kernels.rs", "search/memory.rs"];

/// Whether code of `module` may name the module `other`. The tools stand beside the protocol.
fn may_use(module: &str, other: &str) -> bool {
    let layer = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    match (module, layer(module), layer(other)) {
        ("main" | "lib", ..) => true,
        ("tools", _, Some(_)) => other != "protocol",
        (_, Some(own), Some(height)) => height <= own,
        _ => module == other,
    }
}

/// The modules that `code` names after `crate::`, groups in braces included.
fn used_modules(code: &str) -> Vec<String> {
    let mut modules = Vec::new();
    for (at, path) in code.match_indices("crate::") {
        let rest = &code[at + path.len()..];
        let Some(group) = rest.strip_prefix('{') else {
            modules.extend(first_word(rest));
            continue;
        };
        let mut depth = 0;
        let mut starts = true;
        for (place, letter) in group.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => starts = true,
                letter if starts && !letter.is_whitespace() => {
                    modules.extend(first_word(&group[place..]));
                    starts = false;
                }
                _ => {}
            }
        }
    }
    modules
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn first_word(text: &str) -> Option<String> {
    text.split(|letter| !is_word(letter))
        .next()
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
}

/// What is wrong with the file at `path`, relative to `src`.
fn faults(path: &str, text: &str) -> Vec<String> {
    let code: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let module = path.split(['/', '.']).next().unwrap_or_default();
    let mut faults: Vec<String> = used_modules(&code)
        .into_iter()
        .filter(|used| !may_use(module, used))
        .map(|used| format!("{path} uses {used}"))
        .collect();
    let has_word = |wanted: &str| {
        code.split(|letter| !is_word(letter))
            .any(|word| word == wanted)
    };
    if !UNSAFE.contains(&path) && has_word("unsafe") {
        faults.push(format!("{path} has unsafe code"));
    }
    if SILENT.contains(&module)
        && ["print", "println", "eprint", "eprintln", "dbg"]
            .into_iter()
            .any(has_word)
    {
        faults.push(format!("{path} prints"));
    }
    faults
}

/// All Rust files below `folder`.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn the_sources_keep_to_their_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    let mut modules = Vec::new();
    for file in sources(&root) {
        let path = file
            .strip_prefix(&root)
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        modules.extend(first_word(&path));
        found.extend(faults(&path, &fs::read_to_string(&file).unwrap()));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    for layer in LAYERS {
        assert!(
            modules.iter().any(|module| module == layer),
            "no source of {layer} was read"
        );
    }
}

#[test]
fn each_fault_is_found() {
    let clean = [
        (
            "search/mod.rs",
            "use crate::position::Position;\n/// unsafe, see crate::protocol, println!\nuse crate::{eval::{self, wdl}, types};",
        ),
        ("tools/bench.rs", "use crate::search::Pool; println!();"),
        ("main.rs", "use crate::protocol::uci;"),
        ("eval/kernels.rs", "unsafe { }"),
        ("search/memory.rs", "unsafe { }"),
        ("lib.rs", "#![deny(unsafe_code)]"),
    ];
    for (path, text) in clean {
        assert_eq!(faults(path, text), Vec::<String>::new());
    }
    let faulty = [
        (
            "types/square.rs",
            "use crate::rules::Rules;",
            "types/square.rs uses rules",
        ),
        (
            "attacks.rs",
            "fn f() -> crate::position::Position { }",
            "attacks.rs uses position",
        ),
        (
            "eval/mod.rs",
            "use crate::{types::{Move, Square}, search::Limits};",
            "eval/mod.rs uses search",
        ),
        (
            "tools/bench.rs",
            "use crate::protocol::uci;",
            "tools/bench.rs uses protocol",
        ),
        (
            "protocol/uci.rs",
            "use crate::tools::bench;",
            "protocol/uci.rs uses tools",
        ),
        (
            "position/mod.rs",
            "fn f() { unsafe { } }",
            "position/mod.rs has unsafe code",
        ),
        (
            "search/mod.rs",
            "fn f() { eprintln!(); }",
            "search/mod.rs prints",
        ),
    ];
    for (path, text, fault) in faulty {
        assert_eq!(faults(path, text), [fault]);
    }
}
