{{/* What the names of topics and state of this run begin with. */}}
{{- define "bench.prefix" -}}
{{ .Release.Name }}-{{ .Values.run.id }}
{{- end }}

{{- define "bench.records" -}}
{{ mul .Values.run.rate (add .Values.run.warmupSeconds .Values.run.measuredSeconds) }}
{{- end }}

{{- define "bench.kafka" -}}
{{ .Release.Name }}-kafka
{{- end }}

{{/* Address of broker number `node`, without its port. */}}
{{- define "bench.brokerHost" -}}
{{ include "bench.kafka" .root }}-{{ .node }}.{{ include "bench.kafka" .root }}.{{ .root.Release.Namespace }}.svc
{{- end }}

{{- define "bench.bootstrap" -}}
{{- if eq (int .Values.kafka.brokers) 0 -}}
{{ .Values.kafka.bootstrapServers }}
{{- else -}}
{{- $all := list -}}
{{- range $node := until (int .Values.kafka.brokers) -}}
{{- $all = append $all (printf "%s:%d" (include "bench.brokerHost" (dict "root" $ "node" $node)) (int $.Values.kafka.port)) -}}
{{- end -}}
{{ join "," $all }}
{{- end -}}
{{- end }}

{{- define "bench.hasHttp" -}}
{{- if and .Values.application.http.enabled (eq .Values.application.library "stoatflow") }}true{{ end -}}
{{- end }}

{{- define "bench.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "bench.labels" -}}
{{ include "bench.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{/* What each pod's spec has: `root`, and `at`, the values of the role. */}}
{{- define "bench.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .root.Values.podSecurity.runAsUser }}
  runAsGroup: {{ .root.Values.podSecurity.runAsUser }}
  fsGroup: {{ .root.Values.podSecurity.fsGroup }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: {type: RuntimeDefault}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .at.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .at.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .at.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* What each container has. */}}
{{- define "bench.container" -}}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
resources: {{ toYaml .at.resources | nindent 2 }}
{{- end }}

{{- define "bench.image" -}}
image: {{ printf "%s:%s" .Values.image.repository .Values.image.tag | quote }}
{{- end }}

{{/* `root`, `at`, and `main`, the class. exec, so that signals reach it: there is no shell between. */}}
{{- define "bench.command" -}}
command:
  - java
  - -Xmx{{ .at.heap }}
  - -XX:+ExitOnOutOfMemoryError
  - --enable-native-access=ALL-UNNAMED
  {{- range .at.jvmOptions }}
  - {{ . | quote }}
  {{- end }}
  - org.stoatflow.bench.role.{{ .main }}
{{- end }}

{{/* The variables of all roles. */}}
{{- define "bench.env" -}}
- {name: CLASSPATH, value: {{ .Values.image.classPath | quote }}}
- {name: BENCH_BOOTSTRAP_SERVERS, value: {{ include "bench.bootstrap" . | quote }}}
- {name: BENCH_PROGRAM, value: {{ .Values.run.scenario | quote }}}
- {name: BENCH_PREFIX, value: {{ include "bench.prefix" . | quote }}}
- {name: BENCH_PARTITIONS, value: {{ int .Values.run.partitions | quote }}}
- {name: BENCH_AWAIT_SECONDS, value: {{ int .Values.run.awaitSeconds | quote }}}
- {name: BENCH_END, value: signal}
{{- if .Values.kafka.clientSecret }}
- {name: BENCH_CLIENT, value: /client/client.properties}
{{- end }}
{{- end }}

{{/* The variables of those that follow the schedule. */}}
{{- define "bench.schedule" -}}
- {name: BENCH_RECORDS, value: {{ include "bench.records" . | quote }}}
- {name: BENCH_RATE, value: {{ int .Values.run.rate | quote }}}
{{- end }}

{{- define "bench.mounts" -}}
- {name: tmp, mountPath: /tmp}
{{- if .Values.kafka.clientSecret }}
- {name: client, mountPath: /client, readOnly: true}
{{- end }}
{{- end }}

{{- define "bench.volumes" -}}
- {name: tmp, emptyDir: {}}
{{- if .Values.kafka.clientSecret }}
- {name: client, secret: {secretName: {{ .Values.kafka.clientSecret }}}}
{{- end }}
{{- end }}

{{/* A claim's spec: `persistence`. */}}
{{- define "bench.claim" -}}
accessModes: [ReadWriteOnce]
{{- with .storageClass }}
storageClassName: {{ . }}
{{- end }}
resources: {requests: {storage: {{ .size }}}}
{{- end }}
