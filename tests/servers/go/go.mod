module conformance

go 1.19
