package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"filterbench/internal/record"
)

// crateFile is the description that makes a folder an RO-Crate.
const crateFile = "ro-crate-metadata.json"

func newBundleCmd() *cobra.Command {
	var results, out, license string
	cmd := &cobra.Command{
		Use:   "bundle",
		Short: "Pack a run to be published: an RO-Crate with digests of every file",
		Long: `bundle copies a results folder, its manifest, records and figures, into a new folder and
describes it there as an RO-Crate (version 1.1): what it is, when it was measured, by what
revision, and the SHA-256 of every file. Archives such as Zenodo take the folder as it is.`,
		Example: `  bench bundle --results results/full --output full.crate`,
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return usagef("bundle: name the folder to write with --output")
			}
			n, err := bundle(results, out, license)
			if errors.Is(err, fs.ErrNotExist) {
				return usageError{err}
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d files of %s in %s\n", n, results, out)
			return err
		},
	}
	f := cmd.Flags()
	f.StringVarP(&results, "results", "r", referenceResults, "results folder")
	f.StringVarP(&out, "output", "o", "", "folder to write, which must not exist")
	f.StringVar(&license, "license", "https://spdx.org/licenses/Apache-2.0", "address of the license of the results")
	completeResults(cmd, "results")
	return cmd
}

// entity is a thing that a crate describes.
type entity map[string]any

func linkTo(id string) entity { return entity{"@id": id} }

// bundle writes the crate and returns how many files it describes.
func bundle(results, out, license string) (files int, err error) {
	manifest, records, err := record.ReadDir(results)
	if err != nil {
		return 0, err
	}
	if err := os.Mkdir(out, 0o755); err != nil {
		return 0, fmt.Errorf("bundle: %w; name a folder that does not exist", err)
	}
	defer func() {
		if err != nil {
			os.RemoveAll(out) // half a crate describes nothing
		}
	}()
	var parts []entity
	var described []entity
	err = filepath.WalkDir(results, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || d.Name()[0] == '.' {
			return err
		}
		name, err := filepath.Rel(results, path)
		if err != nil {
			return err
		}
		size, sum, err := copyFile(path, filepath.Join(out, name))
		if err != nil {
			return fmt.Errorf("bundle: %w", err)
		}
		id := filepath.ToSlash(name)
		parts = append(parts, linkTo(id))
		described = append(described, entity{"@id": id, "@type": "File", "name": id, "contentSize": fmt.Sprint(size), "sha256": sum, "encodingFormat": formatOf(name)})
		return nil
	})
	if err != nil {
		return 0, err
	}
	root := entity{
		"@id": "./", "@type": "Dataset", "hasPart": parts, "license": linkTo(license),
		"name":        fmt.Sprintf("filterbench, profile %s: %d records", manifest.Profile, len(records)),
		"description": fmt.Sprintf("Measurements of approximate-membership filters, plan %s, measured on %s. results/README.md of filterbench describes every field.", manifest.Plan, manifest.Machine.CPU),
	}
	if r := manifest.Results; r != nil {
		root["identifier"] = "sha256:" + r.All
	}
	if n := len(manifest.Runs); n > 0 {
		root["datePublished"] = manifest.Runs[n-1].Start.Format(time.DateOnly)
		root["version"] = manifest.Runs[n-1].Revision
	}
	graph := append([]entity{
		{"@id": crateFile, "@type": "CreativeWork", "conformsTo": linkTo("https://w3id.org/ro/crate/1.1"), "about": linkTo("./")},
		root,
	}, described...)
	text, err := json.MarshalIndent(entity{"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph}, "", "  ")
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(filepath.Join(out, crateFile), append(text, '\n'), 0o644); err != nil {
		return 0, fmt.Errorf("bundle: %w", err)
	}
	return len(parts), nil
}

func formatOf(name string) string {
	switch filepath.Ext(name) {
	case ".jsonl":
		return "application/jsonl"
	case ".gz":
		return "application/gzip"
	}
	if format := mime.TypeByExtension(filepath.Ext(name)); format != "" {
		return format
	}
	return "application/octet-stream"
}

// copyFile copies a file and returns its size and SHA-256.
func copyFile(from, to string) (size int64, sum string, err error) {
	in, err := os.Open(from)
	if err != nil {
		return 0, "", err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return 0, "", err
	}
	out, err := os.Create(to)
	if err != nil {
		return 0, "", err
	}
	h := sha256.New()
	size, err = io.Copy(io.MultiWriter(out, h), in)
	return size, hex.EncodeToString(h.Sum(nil)), errors.Join(err, out.Close())
}
