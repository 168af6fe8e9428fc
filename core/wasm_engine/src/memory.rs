//! The instance's memory: Rust's own allocator for wasm32, with its source of pages kept inside the
//! memory that it hands out.
//!
//! WebAssembly memory never shrinks. Were the end of what is in use kept outside, as the size of
//! the memory, then bringing back an earlier, smaller memory and running on would ask for the same
//! pages again and again, further up each time. Here the end is an ordinary variable: it goes back
//! with the rest, and pages that were left over are used again. Nothing relies on their being
//! zero.

use std::alloc::{GlobalAlloc, Layout};
use std::arch::wasm32::{memory_grow, memory_size};
use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

use dlmalloc::{Allocator, Dlmalloc};

const PAGE: usize = 64 * 1024;

#[global_allocator]
static HEAP: Heap = Heap(UnsafeCell::new(Dlmalloc::new_with_allocator(Pages)));

/// End of what has been handed out; 0 before the first time.
static END: AtomicUsize = AtomicUsize::new(0);

struct Heap(UnsafeCell<Dlmalloc<Pages>>);

#[expect(unsafe_code, reason = "the module has one thread")]
unsafe impl Sync for Heap {}

#[expect(
    unsafe_code,
    reason = "an allocator cannot be put in place otherwise; each method passes its caller's promises on"
)]
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { (*self.0.get()).malloc(layout.size(), layout.align()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { (*self.0.get()).calloc(layout.size(), layout.align()) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { (*self.0.get()).free(at, layout.size(), layout.align()) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        unsafe { (*self.0.get()).realloc(at, layout.size(), layout.align(), size) }
    }
}

/// Pages after the end of what is in use: those that the memory has already, then new ones.
struct Pages;

#[expect(
    unsafe_code,
    reason = "promises that what it hands out is memory that nobody else has"
)]
unsafe impl Allocator for Pages {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        let present = memory_size(0) * PAGE;
        let begin = match END.load(Ordering::Relaxed) {
            0 => present,
            end => end,
        };
        let size = size.div_ceil(PAGE) * PAGE;
        let Some(end) = begin.checked_add(size) else {
            return (ptr::null_mut(), 0, 0);
        };
        if end > present && memory_grow(0, (end - present) / PAGE) == usize::MAX {
            return (ptr::null_mut(), 0, 0);
        }
        END.store(end, Ordering::Relaxed);
        (ptr::with_exposed_provenance_mut(begin), size, 0)
    }

    fn remap(&self, _at: *mut u8, _old: usize, _new: usize, _can_move: bool) -> *mut u8 {
        ptr::null_mut()
    }

    fn free_part(&self, _at: *mut u8, _old: usize, _new: usize) -> bool {
        false
    }

    fn free(&self, _at: *mut u8, _size: usize) -> bool {
        false
    }

    fn can_release_part(&self, _flags: u32) -> bool {
        false
    }

    fn allocates_zeros(&self) -> bool {
        false
    }

    fn page_size(&self) -> usize {
        PAGE
    }
}
