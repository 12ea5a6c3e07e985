#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| nodealer_fuzz::proof("opened-seal", data));
