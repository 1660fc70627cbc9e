module known/cache

go 1.19
