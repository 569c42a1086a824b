package workloads

import (
	"strconv"

	"filterbench/internal/hashing"
)

// urls is a space of web addresses of 30 to 88 bytes. A mixed 64-bit image of the
// number is spent, bit by bit, on parts that can be read back from the text:
//
//	bits   1       1           14  3       4            28    11
//	     http[s]://[www.]bailou.org/products/nouteekadi/1702
//
// and 2 on the style in which the last part is written. Some styles add text that
// tells nothing new, to vary the length.
type urls struct{ uniform }

var (
	urlDomains  = [8]string{".com", ".org", ".net", ".io", ".de", ".fr", ".co.uk", ".info"}
	urlSections = [16]string{
		"/blog", "/news", "/wiki", "/item", "/user", "/forum", "/images", "/articles",
		"/products", "/category", "/archive", "/search", "/video", "/events", "/docs", "/help",
	}
	urlMonths = [4]string{"/2023/11/", "/2024/02/", "/2024/06/", "/2025/01/"}
)

const (
	hostSyllables = 2
	slugSyllables = 4
)

func newURLs(seed uint64) urls { return urls{uniform{derive(seed, "urls")}} }

func (u urls) append(dst []byte, number uint64) []byte {
	rest := u.key(number)
	take := func(n uint) uint64 {
		part := rest & (1<<n - 1)
		rest >>= n
		return part
	}
	dst = append(dst, "http"...)
	if take(1) == 1 {
		dst = append(dst, 's')
	}
	dst = append(dst, "://"...)
	if take(1) == 1 {
		dst = append(dst, "www."...)
	}
	dst = appendSyllables(dst, take(hostSyllables*syllableBits), hostSyllables)
	dst = append(dst, urlDomains[take(3)]...)
	dst = append(dst, urlSections[take(4)]...)
	return appendPage(dst, take(2), take(slugSyllables*syllableBits), take(11))
}

// appendPage writes the page's name and its id in one of four styles.
func appendPage(dst []byte, style, slug, id uint64) []byte {
	if style == 3 {
		dst = append(dst, urlMonths[hashing.Mix(slug)&3]...)
	} else {
		dst = append(dst, '/')
	}
	dst = appendSyllables(dst, slug, slugSyllables)
	dst = append(dst, [4]string{"/", ".html?id=", "?sid=", "-"}[style]...)
	if style == 2 { // 32 digits of a session
		session := hashing.Mix(slug<<11 + id)
		dst = appendHex(appendHex(dst, session), hashing.Mix(session))
		dst = append(dst, '.')
	}
	dst = strconv.AppendUint(dst, id, 10)
	if style == 3 {
		dst = append(dst, ".html"...)
	}
	return dst
}

// appendHex writes x as 16 hexadecimal digits.
func appendHex(dst []byte, x uint64) []byte {
	for shift := 60; shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[x>>shift&15])
	}
	return dst
}

func (u urls) hash(block []uint64, seed uint64) {
	buf := make([]byte, 0, 96)
	for j, number := range block {
		buf = u.append(buf[:0], number)
		block[j] = hashing.Bytes(buf, seed)
	}
}
