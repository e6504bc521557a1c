{{- define "app.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* As in Helm's own charts; short enough for what comes behind it. */}}
{{- define "app.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 48 | trimSuffix "-" }}
{{- else if contains (include "app.name" .) .Release.Name }}
{{- .Release.Name | trunc 48 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "app.name" .) | trunc 48 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "app.selector" -}}
app.kubernetes.io/name: {{ include "app.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* `root`, and `component` of what is no pod of the application. */}}
{{- define "app.labels" -}}
app.kubernetes.io/name: {{ include "app.name" .root }}{{ with .component }}-{{ . }}{{ end }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/version: {{ .root.Values.imageTag | trunc 63 | trimSuffix "-" | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- with .root.Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "app.annotations" -}}
{{- $all := .Values.annotations }}
{{- if and .Values.kafka.applicationId (not (hasKey $all "consumerGroup")) }}
{{- $all = merge (dict "consumerGroup" .Values.kafka.applicationId) $all }}
{{- end }}
{{- toYaml $all }}
{{- end }}

{{- define "app.isStoatflow" -}}
{{- if eq .Values.library "stoatflow" }}true{{ end -}}
{{- end }}

{{- define "app.hasHttp" -}}
{{- if and .Values.http.enabled (include "app.isStoatflow" .) }}true{{ end -}}
{{- end }}

{{/* How many pods. While the application is reset there are none. */}}
{{- define "app.replicas" -}}
{{- if .Values.cleanUp.enabled }}0
{{- else if ne (toString .Values.replicas) "<nil>" }}{{ int .Values.replicas }}
{{- else if include "app.isStoatflow" . }}1
{{- else }}{{ int .Values.replicaCount }}
{{- end }}
{{- end }}

{{/* A value as a text; a whole number without an exponent, which YAML gives to great ones. */}}
{{- define "app.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}{{ printf "%.0f" . }}{{ else }}{{ toString . }}{{ end -}}
{{- end }}

{{/* All settings of the application that are no secret. */}}
{{- define "app.settings" -}}
{{- $settings := dict "application.id" .Values.kafka.applicationId "bootstrap.servers" .Values.kafka.bootstrapServers "state.dir" .Values.kafka.stateDir }}
{{- with .Values.kafka.schemaRegistryUrl }}
{{- $settings = set $settings "schema.registry.url" . }}
{{- end }}
{{- if include "app.hasHttp" . }}
{{- $settings = merge $settings (dict "stoatflow.http.port" (toString .Values.http.port) "stoatflow.http.address" "0.0.0.0") }}
{{- end }}
{{- if and (include "app.isStoatflow" .) (eq (include "app.replicas" .) "2") }}
{{- $settings = set $settings "num.standby.replicas" "1" }}
{{- end }}
{{- range $key, $value := .Values.kafka.config }}
{{- $settings = set $settings $key (include "app.text" $value) }}
{{- end }}
{{- toJson $settings }}
{{- end }}

{{- define "app.image" -}}
{{- $image := .Values.image }}
{{- $tag := .Values.imageTag }}
{{- if not (include "app.isStoatflow" .) }}
{{- $image = .Values.kafkaStreams.image | default $image }}
{{- $tag = .Values.kafkaStreams.imageTag | default $tag }}
{{- end }}
{{- printf "%s:%s" $image $tag }}
{{- end }}

{{- define "app.podSpec" -}}
automountServiceAccountToken: {{ .Values.automountServiceAccountToken }}
enableServiceLinks: false
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .Values.podSecurity.runAsUser }}
  runAsGroup: {{ .Values.podSecurity.runAsUser }}
  fsGroup: {{ .Values.podSecurity.fsGroup }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: {type: RuntimeDefault}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{ tpl (toYaml .) $ | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end }}

{{- define "app.container" -}}
imagePullPolicy: {{ .Values.imagePullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
resources: {{ toYaml .Values.resources | nindent 2 }}
{{- end }}

{{- define "app.variable" -}}
- {name: {{ .name | quote }}, value: {{ .value | quote }}}
{{ end }}

{{/* Variables by the conventions of streams-bootstrap, and where the file of settings is. */}}
{{- define "app.env" -}}
{{- $prefix := .Values.configurationEnvPrefix }}
{{- $kafka := .Values.kafka }}
{{- $own := dict "BOOTSTRAP_SERVERS" $kafka.bootstrapServers "SCHEMA_REGISTRY_URL" $kafka.schemaRegistryUrl "APPLICATION_ID" $kafka.applicationId
  "INPUT_TOPICS" (join "," $kafka.inputTopics) "INPUT_PATTERN" $kafka.inputPattern "OUTPUT_TOPIC" $kafka.outputTopic "ERROR_TOPIC" $kafka.errorTopic }}
{{- $topics := list }}
{{- range $label, $names := $kafka.labeledInputTopics }}
{{- $topics = append $topics (printf "%s=%s" $label (join ";" $names)) }}
{{- end }}
{{- $patterns := list }}
{{- range $label, $pattern := $kafka.labeledInputPatterns }}
{{- $patterns = append $patterns (printf "%s=%s" $label $pattern) }}
{{- end }}
{{- $outputs := list }}
{{- range $label, $name := $kafka.labeledOutputTopics }}
{{- $outputs = append $outputs (printf "%s=%s" $label $name) }}
{{- end }}
{{- $own = merge $own (dict "LABELED_INPUT_TOPICS" (join "," $topics) "LABELED_INPUT_PATTERNS" (join "," $patterns) "LABELED_OUTPUT_TOPICS" (join "," $outputs)) }}
{{- if not .Values.statefulSet }}
{{- $own = set $own "VOLATILE_GROUP_INSTANCE_ID" "true" }}
{{- end }}
{{- $own = merge (dict) .Values.commandLine $own }}
{{- $variables := dict "ENV_PREFIX" (printf "%s_" $prefix) "STOATFLOW_LIBRARY" .Values.library "STOATFLOW_SETTINGS" "/stoatflow/application.properties" }}
{{- range $key, $value := $own }}
{{- if ne (toString $value) "" }}
{{- $variables = set $variables (printf "%s_%s" $prefix $key) (include "app.text" $value) }}
{{- end }}
{{- end }}
{{- range $key, $value := omit (include "app.settings" . | fromJson) "application.id" "bootstrap.servers" "schema.registry.url" }}
{{- $variables = set $variables (printf "KAFKA_%s" ($key | replace "." "_" | upper)) $value }}
{{- end }}
{{- range $key, $value := .Values.env }}
{{- $variables = set $variables $key (include "app.text" $value) }}
{{- end }}
{{- if not (include "app.isStoatflow" .) }}
{{- range $key, $value := .Values.kafkaStreams.env }}
{{- $variables = set $variables $key (toString $value) }}
{{- end }}
{{- end }}
{{- $java := list (printf "-XX:MaxRAMPercentage=%.1f" (float64 .Values.javaOptions.maxRAMPercentage)) "-XX:+ExitOnOutOfMemoryError" "--enable-native-access=ALL-UNNAMED" }}
{{- if .Values.jmx.enabled }}
{{- $jmx := "-Dcom.sun.management.jmxremote" }}
{{- $java = concat $java (list (printf "%s.port=%d" $jmx (int .Values.jmx.port)) (printf "%s.rmi.port=%d" $jmx (int .Values.jmx.port))
  (printf "%s.authenticate=false" $jmx) (printf "%s.ssl=false" $jmx) (printf "-Djava.rmi.server.hostname=%s" .Values.jmx.host)) }}
{{- end }}
{{- $variables = set $variables "JAVA_TOOL_OPTIONS" (join " " (concat $java .Values.javaOptions.others)) }}
{{- range $name, $value := $variables }}
{{ include "app.variable" (dict "name" $name "value" $value) | trim }}
{{- end }}
- {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
{{- range .Values.ports }}
{{- if .servicePort }}
- {name: KAFKA_APPLICATION_SERVER, value: "$(POD_IP):{{ .containerPort }}"}
{{- break }}
{{- end }}
{{- end }}
{{- if .Values.kafka.staticMembership }}
- {name: KAFKA_GROUP_INSTANCE_ID, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
{{- end }}
{{- range $name, $from := .Values.envValueFrom }}
- name: {{ $name | quote }}
  valueFrom: {{ toYaml $from | nindent 4 }}
{{- end }}
{{- range $name, $value := .Values.secrets }}
- {name: {{ $name | quote }}, valueFrom: {secretKeyRef: {name: {{ include "app.fullname" $ }}, key: {{ $name | quote }}}}}
{{- end }}
{{- range $name, $at := .Values.secretRefs }}
- {name: {{ $name | quote }}, valueFrom: {secretKeyRef: {name: {{ $at.name | quote }}, key: {{ $at.key | quote }}}}}
{{- end }}
{{- end }}

{{/* What all pods mount of secrets. */}}
{{- define "app.secretMounts" -}}
- {name: tmp, mountPath: /tmp}
{{- range .Values.secretFilesRefs }}
- name: {{ .volume }}
  mountPath: {{ .mountPath }}
  readOnly: true
  {{- with .subPath }}
  subPath: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "app.secretVolumes" -}}
- {name: tmp, emptyDir: {}}
{{- range .Values.secretFilesRefs }}
- {name: {{ .volume }}, secret: {secretName: {{ .name }}}}
{{- end }}
{{- end }}

{{/* A job of ours: `root`, `name`, `image`, `main` and `arguments`. */}}
{{- define "app.jobSpec" -}}
template:
  metadata:
    labels: {{ include "app.labels" (dict "root" .root "component" .name) | nindent 6 }}
  spec:
    {{- include "app.podSpec" .root | nindent 4 }}
    restartPolicy: Never
    containers:
      - name: {{ .name }}
        image: {{ .image | quote }}
        {{- include "app.container" .root | nindent 8 }}
        command:
          - java
          - -XX:MaxRAMPercentage=50
          - -cp
          - {{ .root.Values.tools.classPath | quote }}
          - {{ .main }}
        args:
          {{- range .arguments }}
          - {{ . | quote }}
          {{- end }}
        volumeMounts:
          {{- include "app.secretMounts" .root | nindent 10 }}
    volumes:
      {{- include "app.secretVolumes" .root | nindent 6 }}
{{- end }}
