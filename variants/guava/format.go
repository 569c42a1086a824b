package guava

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A file is, big-endian,
//
//	int8 strategy | uint8 k | int32 words | words of uint64
//
// and says neither how keys become bytes nor how many were put.
const headerBytes = 1 + 1 + 4

// chunkWords is how many words are converted at a time. It bounds what a false size in
// a file can make ReadFrom allocate beyond what the file holds.
const chunkWords = 8192

// WriteTo writes the filter as BloomFilter.writeTo does. It returns the bytes written
// and the error of w.
func (f *Filter) WriteTo(w io.Writer) (int64, error) {
	buffer := make([]byte, 0, headerBytes+8*chunkWords)
	buffer = append(buffer, byte(f.strategy), byte(f.probes))
	buffer = binary.BigEndian.AppendUint32(buffer, uint32(len(f.words)))
	written := int64(0)
	for words := f.words; len(words) > 0; buffer = buffer[:0] {
		part := words[:min(chunkWords, len(words))]
		words = words[len(part):]
		for _, word := range part {
			buffer = binary.BigEndian.AppendUint64(buffer, word)
		}
		n, err := w.Write(buffer)
		if written += int64(n); err != nil {
			return written, err
		}
	}
	return written, nil
}

// ReadFrom reads a filter as BloomFilter.readFrom does: as many bytes as its header
// says, and nothing behind them. The error says what is wrong in which part; it wraps
// that of r, [io.ErrUnexpectedEOF] where the file is too short.
func ReadFrom(r io.Reader) (*Filter, error) {
	var header [headerBytes]byte
	if n, err := io.ReadFull(r, header[:]); err != nil {
		return nil, fmt.Errorf("guava: the header has %d of %d bytes: %w", n, headerBytes, short(err))
	}
	f := &Filter{strategy: Strategy(header[0]), probes: int(header[1])}
	words := int32(binary.BigEndian.Uint32(header[2:]))
	switch {
	case f.strategy > Mitz64:
		return nil, fmt.Errorf("guava: strategy %d: must be %d for %v or %d for %v", int8(header[0]), Mitz32, Mitz32, Mitz64, Mitz64)
	case f.probes == 0:
		return nil, fmt.Errorf("guava: 0 probes per key: must be 1 to %d", maxProbes)
	case words <= 0 || int64(words) > maxWords:
		return nil, fmt.Errorf("guava: a size of %d words: must be 1 to %d", words, maxWords)
	}
	var err error
	if f.words, err = readWords(r, int(words)); err != nil {
		return nil, err
	}
	return f, nil
}

// readWords reads that many words.
func readWords(r io.Reader, count int) ([]uint64, error) {
	var words []uint64
	buffer := make([]byte, 8*min(chunkWords, count))
	for len(words) < count {
		part := buffer[:8*min(chunkWords, count-len(words))]
		if n, err := io.ReadFull(r, part); err != nil {
			return nil, fmt.Errorf("guava: %d of %d words: %w", len(words)+n/8, count, short(err))
		}
		for ; len(part) > 0; part = part[8:] {
			words = append(words, binary.BigEndian.Uint64(part))
		}
	}
	return words, nil
}

// short gives the end of a file the same error wherever it comes too early.
func short(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
