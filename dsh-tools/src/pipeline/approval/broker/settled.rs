//! What became of questions that are over.

use super::error::AnswerError;
use crate::pipeline::approval::ApprovalKey;
use std::collections::{HashMap, VecDeque};

/// The questions that were settled last, so that a late answer can be told why it is late.
#[derive(Debug)]
pub(super) struct Settled {
    most: usize,
    /// From the oldest on.
    order: VecDeque<u64>,
    how: HashMap<u64, (ApprovalKey, AnswerError)>,
}

impl Settled {
    #[inline]
    pub(super) fn new(most: usize) -> Self {
        Self { most, order: VecDeque::new(), how: HashMap::new() }
    }

    /// Keeps what a further answer is told.
    #[inline]
    pub(super) fn remember(&mut self, key: ApprovalKey, how: AnswerError) {
        if self.most == 0 {
            return;
        }
        let number = key.number();
        // A question that is asked again keeps its place.
        if self.how.insert(number, (key, how)).is_none() {
            self.order.push_back(number);
        }
        if self.order.len() > self.most
            && let Some(oldest) = self.order.pop_front()
        {
            self.how.remove(&oldest);
        }
    }

    /// What an answer with this key is told.
    #[inline]
    pub(super) fn get(&self, key: &ApprovalKey) -> Option<AnswerError> {
        let (known, how) = self.how.get(&key.number())?;
        Some(if known == key { *how } else { AnswerError::Mismatch })
    }
}
