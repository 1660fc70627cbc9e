// Healthy: a cache that is full after so many calls. Usage: go-cache PORT
package main

import (
	"log"
	"net/http"
	"os"
	"sync"
)

const (
	mostEntries = 3500
	entryBytes  = 4096
)

type cache struct {
	mutex   sync.Mutex
	entries map[int][]byte
	calls   int
}

func (held *cache) use() {
	held.mutex.Lock()
	defer held.mutex.Unlock()
	held.calls++
	held.entries[held.calls] = make([]byte, entryBytes)
	delete(held.entries, held.calls-mostEntries)
}

func main() {
	held := &cache{entries: map[int][]byte{}}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		if request.URL.Path != "/healthz" {
			held.use()
		}
		response.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], nil))
}
