//! The built program as other programs meet it, through pipes.

mod cecp;
mod engine;
mod fairyfishnet;
mod fuzz;
mod guis;
mod learning;
mod liveness;
mod positions;
mod rulesets;
mod tools;
mod uci;
