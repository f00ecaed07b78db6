//! What the table asks of the machine's memory, so that its entries come sooner. Beside the network's kernels the
//! only `unsafe`: requests without which everything works the same, only slower.
#![allow(unsafe_code)]

/// Begins to load the cache line of `place` while there is other work to do. A plain load would do as well, but what
/// follows it could not be completed before it is: a fifth of the search went there.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn prefetch<T>(place: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: every x86-64 has the instruction, and it changes nothing but caches.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
}

/// Stable Rust has the instruction for no other processor.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn prefetch<T>(_place: &T) {}

/// Asks for large pages for what `items` has room for: with small ones the processor must look up the address of
/// nearly each entry as well (`chessprogramming.org/Transposition_Table`).
#[cfg(target_os = "linux")]
pub(super) fn request_large_pages<T>(items: &mut Vec<T>) {
    /// Addresses are to be multiples of the usual page's size.
    const PAGE: usize = 4096;
    let room = items.spare_capacity_mut();
    let start = room.as_mut_ptr().cast::<u8>();
    let before = start.align_offset(PAGE);
    if let Some(length) = size_of_val(room).checked_sub(before) {
        // SAFETY: the range is within the vector's own memory, and the advice changes none of its contents.
        unsafe {
            libc::madvise(
                start.wrapping_add(before).cast(),
                length,
                libc::MADV_HUGEPAGE,
            )
        };
    }
}

/// Other systems give them by themselves or not at all.
#[cfg(not(target_os = "linux"))]
pub(super) fn request_large_pages<T>(_items: &mut Vec<T>) {}
