package main

import (
	"bytes"
	"strings"
	"testing"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// kubernetesJobs reads a manifest by the published schema of batch/v1: a key that a Job does
// not have, or a value of another type, is an error.
func kubernetesJobs(manifest string) (jobs []batchv1.Job, err error) {
	for _, text := range bytes.Split([]byte(manifest), []byte("\n---\n")) {
		var job batchv1.Job
		if err := yaml.UnmarshalStrict(text, &job); err != nil {
			return nil, err
		}
		jobs = append(jobs, job)
	}
	return jobs, nil
}

// TestKubernetesManifestIsOfTheSchema: both Jobs are read whole by the published types, and
// what these hold together makes the run: the pods know their number, and the merge reads the
// volume that they write.
func TestKubernetesManifestIsOfTheSchema(t *testing.T) {
	status, stdout, stderr := call("submit", "--kubernetes", "--shards", "8", "--profile", "quick", "--image", "example.org/bench:1", "--claim", "results")
	if status != exitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	jobs, err := kubernetesJobs(stdout)
	if err != nil || len(jobs) != 2 {
		t.Fatalf("%d jobs, %v:\n%s", len(jobs), err, stdout)
	}
	for _, j := range jobs {
		pod := j.Spec.Template.Spec
		if j.APIVersion != "batch/v1" || j.Kind != "Job" || j.Name == "" || len(pod.Containers) != 1 || pod.RestartPolicy == "" || pod.RestartPolicy == corev1.RestartPolicyAlways {
			t.Errorf("job %q: %s %s, %d containers, restart policy %q", j.Name, j.APIVersion, j.Kind, len(pod.Containers), pod.RestartPolicy)
			continue
		}
		c := pod.Containers[0]
		if c.Image != "example.org/bench:1" || len(c.VolumeMounts) != 1 || len(pod.Volumes) != 1 || c.VolumeMounts[0].Name != pod.Volumes[0].Name || pod.Volumes[0].PersistentVolumeClaim.ClaimName != "results" {
			t.Errorf("job %s: image %q, mounts %v of %v", j.Name, c.Image, c.VolumeMounts, pod.Volumes)
		}
		if c.Resources.Requests.Memory().Value() < 1<<20 || c.Resources.Requests.Cpu().Sign() <= 0 || c.Resources.Requests.Memory().Cmp(*c.Resources.Limits.Memory()) != 0 {
			t.Errorf("job %s: resources %v", j.Name, c.Resources)
		}
	}
	run := jobs[0].Spec
	if run.CompletionMode == nil || *run.CompletionMode != batchv1.IndexedCompletion || run.Completions == nil || *run.Completions != 8 || run.BackoffLimitPerIndex == nil || run.Template.Spec.RestartPolicy != corev1.RestartPolicyNever {
		t.Errorf("the run is no Indexed Job of 8 that is tried again one by one: %+v", run)
	}
	if env := run.Template.Spec.Containers[0].Env; len(env) != 1 || env[0] != (corev1.EnvVar{Name: "JOB_COMPLETIONS", Value: "8"}) {
		t.Errorf("environment %v", env)
	}
	for _, change := range [][2]string{{"completionMode:", "completionsMode:"}, {"completions: 8", "completions: eight"}, {"memory: ", "memory: much"}} {
		if _, err := kubernetesJobs(strings.Replace(stdout, change[0], change[1], 1)); err == nil {
			t.Errorf("%q is read as if it were of the schema", change[1])
		}
	}
}
