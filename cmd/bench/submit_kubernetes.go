package main

import (
	"encoding/json"
	"text/template"
)

func jsonText(v any) (string, error) {
	text, err := json.Marshal(v)
	return string(text), err
}

// kubernetesManifest is an Indexed Job whose pods measure a shard each, tried again one by one,
// and a Job that waits for all shards and merges them.
var kubernetesManifest = template.Must(template.New("kubernetes").Funcs(submitFuncs).Parse(`apiVersion: batch/v1
kind: Job
metadata:
  name: {{.Name}}
spec:
  completionMode: Indexed
  completions: {{.Shards}}
  parallelism: {{.Shards}}
  backoffLimitPerIndex: 3
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: bench
        image: {{json .Image}}
        command: ["sh", "-c", "exec bench run \"$@\" --progress json --results \"/results/{{.Name}}/shard-$JOB_COMPLETION_INDEX\"", "bench"]
        args: {{json .Flags}}
        env:
        - name: JOB_COMPLETIONS
          value: "{{.Shards}}"
        resources:
          requests: {cpu: "{{.Cores}}", memory: {{.MiB}}Mi}
          limits: {cpu: "{{.Cores}}", memory: {{.MiB}}Mi}
        volumeMounts:
        - {name: results, mountPath: /results}
      volumes:
      - name: results
        persistentVolumeClaim: {claimName: {{json .Claim}}}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: {{.Name}}-merge
spec:
  activeDeadlineSeconds: {{.Deadline}}
  template:
    spec:
      restartPolicy: OnFailure
      containers:
      - name: bench
        image: {{json .Image}}
        command: ["sh", "-c", "until bench merge /results/{{.Name}}/shard-* --output /results/{{.Name}}/merged; do sleep 60; done"]
        resources:
          requests: {cpu: "1", memory: 1024Mi}
          limits: {cpu: "1", memory: 1024Mi}
        volumeMounts:
        - {name: results, mountPath: /results}
      volumes:
      - name: results
        persistentVolumeClaim: {claimName: {{json .Claim}}}
`))
