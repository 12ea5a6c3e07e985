//! Keeps states small: every statement and every machine that occurs is stored once and referred to by a
//! number, and what a machine does next is computed once.

use core::hash::Hash;
use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

/// Values that are referred to by numbers.
pub(super) struct Pool<T> {
    things: RwLock<Things<T>>,
}

struct Things<T> {
    numbers: HashMap<Arc<T>, u32>,
    things: Vec<Arc<T>>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        let things = Things { numbers: HashMap::new(), things: Vec::new() };
        Self { things: RwLock::new(things) }
    }
}

impl<T: Eq + Hash> Pool<T> {
    /// The number of a value; a new one if it was never seen.
    pub(super) fn number(&self, thing: T) -> u32 {
        let known = self.things.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = known.numbers.get(&thing) {
            return *number;
        }
        drop(known);
        let mut all = self.things.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = all.numbers.get(&thing) {
            return *number;
        }
        let (number, thing) = (all.things.len() as u32, Arc::new(thing));
        all.things.push(Arc::clone(&thing));
        all.numbers.insert(thing, number);
        number
    }

    pub(super) fn get(&self, number: u32) -> Arc<T> {
        let known = self.things.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&known.things[number as usize])
    }
}

/// A memoised function.
pub(super) struct Memo<K, V> {
    answers: RwLock<HashMap<K, V>>,
}

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Self { answers: RwLock::new(HashMap::new()) }
    }
}

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    pub(super) fn get(&self, question: K, answer: impl FnOnce(&K) -> V) -> V {
        let known = self.answers.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known.get(&question) {
            return answer.clone();
        }
        drop(known);
        let answer = answer(&question);
        let mut answers = self.answers.write().unwrap_or_else(PoisonError::into_inner);
        answers.insert(question, answer.clone());
        answer
    }
}
