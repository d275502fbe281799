// Reads a log served as tiles (C2SP tlog-tiles) with the packages of Go's checksum database.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func read(address string) []byte {
	answer, err := http.Get(address)
	check(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	check(err)
	if answer.StatusCode != 200 {
		check(fmt.Errorf("%s: %s", address, answer.Status))
	}
	return body
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Tiles of height 8: Go's own paths start with the height, which those of tlog-tiles omit.
type reader struct{ log string }

func (reader) Height() int                               { return 8 }
func (reader) SaveTiles(tiles []tlog.Tile, data [][]byte) {}
func (r reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		all = append(all, read(r.log+"/"+strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
	}
	return all, nil
}

func main() {
	log, key := os.Args[1], os.Args[2]
	verifier, err := note.NewVerifier(key)
	check(err)
	opened, err := note.Open(read(log+"/checkpoint"), note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	// A checkpoint's origin is free text; Go's own is fixed.
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + lines[1] + "\n" + lines[2] + "\n"))
	check(err)
	hashes := tlog.TileHashReader(tree, reader{log})
	var records []string
	for entry := int64(0); entry < tree.N; entry += 256 {
		tile := tlog.Tile{H: 8, L: -1, N: entry / 256, W: 256}
		if tree.N-entry < 256 {
			tile.W = int(tree.N - entry)
		}
		data := read(log + "/" + strings.Replace(strings.Replace(tile.Path(), "tile/8/", "tile/", 1), "data", "entries", 1))
		for len(data) > 0 {
			size := int(data[0])<<8 | int(data[1])
			records = append(records, string(data[2:2+size]))
			data = data[2+size:]
		}
	}
	if int64(len(records)) != tree.N {
		check(fmt.Errorf("%d entries in a tree of %d", len(records), tree.N))
	}
	for index, record := range records {
		proof, err := tlog.ProveRecord(tree.N, int64(index), hashes)
		check(err)
		check(tlog.CheckRecord(proof, tree.N, tree.Hash, int64(index), tlog.RecordHash([]byte(record))))
	}
	for size := int64(1); size < tree.N; size++ {
		old, err := tlog.TreeHash(size, hashes)
		check(err)
		proof, err := tlog.ProveTree(tree.N, size, hashes)
		check(err)
		check(tlog.CheckTree(proof, tree.N, tree.Hash, size, old))
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"signer": opened.Sigs[0].Name, "size": tree.N, "root": tree.Hash.String(), "entries": len(records)})
}
