{{- define "keyward.name" -}}
{{- if contains .Chart.Name .Release.Name -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else -}}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{- end -}}
{{- end }}

{{- define "keyward.selector" -}}
app.kubernetes.io/name: keyward
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "keyward.labels" -}}
{{ include "keyward.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "keyward.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end }}

{{- define "keyward.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "keyward.name" .) }}
{{- else }}{{ .Values.serviceAccount.name | default "default" }}{{ end -}}
{{- end }}

{{- define "keyward.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "keyward.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "keyward.secretVariable" -}}
- name: {{ .key }}
  valueFrom:
    secretKeyRef: { name: {{ .secret }}, key: {{ .key }}{{ if .optional }}, optional: true{{ end }} }
{{- end }}

{{- define "keyward.caVariable" -}}
{{- if .Values.extraCa.configMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/keyward/ca/ca.crt }
{{- end }}
{{- end }}

{{- define "keyward.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if .Values.extraCa.configMap }}
- { name: ca, mountPath: /etc/keyward/ca, readOnly: true }
{{- end }}
{{- end }}

{{- define "keyward.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 256Mi }
{{- with .Values.extraCa }}
{{- if .configMap }}
- name: ca
  configMap:
    name: {{ .configMap }}
    items: [{ key: {{ .key }}, path: ca.crt }]
{{- end }}
{{- end }}
{{- end }}
