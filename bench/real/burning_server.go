// A server whose requests cost a number of iterations: its CPU time follows the speed of the machine.
// Usage: burning-server -listen ADDRESS -iterations NUMBER
package main

import (
	"flag"
	"log"
	"net/http"
	"strconv"
)

// Each step needs the result of the one before: nothing of the loop is left out or done at once.
func burned(iterations int, state uint64) uint64 {
	for range iterations {
		state = state*6364136223846793005 + 1442695040888963407
	}
	return state
}

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "address")
	iterations := flag.Int("iterations", 130_000, "iterations for each request")
	flag.Parse()
	log.Fatal(http.ListenAndServe(*listen, http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		state := burned(*iterations, uint64(len(request.URL.Path)))
		_, _ = response.Write(strconv.AppendUint(nil, state|1<<63, 10))
	})))
}
