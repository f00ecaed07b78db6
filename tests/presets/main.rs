//! Every rule set against a second generator that was written from the rule book.

mod agreement;
mod book;
#[path = "../common/mod.rs"]
mod common;
mod slow;
