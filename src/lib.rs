//! `sitke`: an engine for Sittuyin (Burmese chess).
//!
//! The modules are layers, each using only those before it:
//! [`types`] < [`attacks`] < [`rules`] < [`position`] < [`eval`] < [`search`] < [`protocol`], with
//! [`tools`] beside the protocol. A test holds them to it.

pub mod attacks;
pub mod eval;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod tools;
pub mod types;
