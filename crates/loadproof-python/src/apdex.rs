//! `ApdexCounts`: calls by Apdex and group of users.

use loadproof_measure::{ApdexGroup, APDEX_GROUPS};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Calls by Apdex and group of users; see `_engine.pyi`.
#[pyclass(module = "loadproof._engine", frozen, eq)]
#[derive(Clone, Default, PartialEq)]
pub struct ApdexCounts(pub(crate) loadproof_measure::ApdexCounts);

impl ApdexCounts {
    fn column(&self, count: fn(&ApdexGroup) -> u32) -> Vec<u32> {
        self.0.groups().iter().map(count).collect()
    }
}

#[pymethods]
impl ApdexCounts {
    #[new]
    fn new(due: Vec<u32>, satisfied: Vec<u32>, tolerating: Vec<u32>) -> PyResult<Self> {
        let wrong = || PyValueError::new_err("each has 32 numbers, and a group no more calls within 4T than calls");
        if [&due, &satisfied, &tolerating]
            .iter()
            .any(|column| column.len() != APDEX_GROUPS)
        {
            return Err(wrong());
        }
        let mut groups = [ApdexGroup::default(); APDEX_GROUPS];
        for (place, group) in groups.iter_mut().enumerate() {
            *group = ApdexGroup {
                due: due[place],
                satisfied: satisfied[place],
                tolerating: tolerating[place],
            };
            if group
                .satisfied
                .checked_add(group.tolerating)
                .is_none_or(|within| within > group.due)
            {
                return Err(wrong());
            }
        }
        Ok(Self(loadproof_measure::ApdexCounts::of_groups(groups)))
    }

    #[getter]
    fn due(&self) -> Vec<u32> {
        self.column(|group| group.due)
    }

    #[getter]
    fn satisfied(&self) -> Vec<u32> {
        self.column(|group| group.satisfied)
    }

    #[getter]
    fn tolerating(&self) -> Vec<u32> {
        self.column(|group| group.tolerating)
    }

    fn __add__(&self, other: &Self) -> Self {
        let mut sum = self.0.clone();
        sum.merge(&other.0);
        Self(sum)
    }

    fn to_bytes<'py>(&self, python: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(python, &self.0.to_bytes())
    }

    #[staticmethod]
    fn from_bytes(data: &[u8]) -> PyResult<Self> {
        loadproof_measure::ApdexCounts::from_bytes(data)
            .map(Self)
            .ok_or_else(|| PyValueError::new_err("the bytes are no counts of Apdex"))
    }
}
