package org.stoatflow.bench.chart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipFile;

/**
 * Kubernetes' published schemas, strict: a field that they do not know is wrong. They need few of JSON Schema's words;
 * one that is not among those fails the test, so that nothing is passed over. What Prometheus' operator adds is in a
 * file of this module, with the fields of its definitions that the charts have.
 */
final class KubernetesSchema {
    private static final String DEFINITIONS =
            "kubernetes_validate/kubernetes-json-schema/v1.34.0-local-strict/_definitions.json";
    private static final String KINDS = "x-kubernetes-group-version-kind";
    private static final Set<String> SILENT = Set.of("description", "format", "$schema", "default");

    private final Map<String, JsonNode> definitions = new HashMap<>();

    KubernetesSchema(Path wheel) throws IOException {
        try (ZipFile zip = new ZipFile(wheel.toFile())) {
            new ObjectMapper()
                    .readTree(zip.getInputStream(zip.getEntry(DEFINITIONS)))
                    .get("$defs")
                    .properties()
                    .forEach(definition -> definitions.put(definition.getKey(), definition.getValue()));
        }
        try (InputStream monitoring = KubernetesSchema.class.getResourceAsStream("/chart/monitoring.json")) {
            new ObjectMapper()
                    .readTree(monitoring)
                    .properties()
                    .forEach(definition -> definitions.put(definition.getKey(), definition.getValue()));
        }
    }

    /** What is wrong with an object, each with its place. */
    List<String> wrong(JsonNode object) {
        List<String> wrong = new ArrayList<>();
        String[] groupAndVersion = object.path("apiVersion").asText().split("/");
        String group = groupAndVersion.length == 2 ? groupAndVersion[0] : "";
        String version = groupAndVersion[groupAndVersion.length - 1];
        String kind = object.path("kind").asText();
        List<JsonNode> schemas = definitions.values().stream()
                .filter(definition -> definition
                        .path(KINDS)
                        .valueStream()
                        .anyMatch(of -> of.path("group").asText().equals(group)
                                && of.path("version").asText().equals(version)
                                && of.path("kind").asText().equals(kind)))
                .toList();
        if (schemas.size() == 1) {
            check(object, schemas.getFirst(), kind, wrong);
        } else {
            wrong.add("there are " + schemas.size() + " schemas of " + kind + " in " + group + "/" + version);
        }
        return wrong;
    }

    private void check(JsonNode value, JsonNode schema, String place, List<String> wrong) {
        schema.properties().forEach(word -> {
            JsonNode says = word.getValue();
            switch (word.getKey()) {
                case "$ref" -> check(value, definition(says.asText()), place, wrong);
                case "type" -> {
                    if (!hasType(value, says)) {
                        wrong.add(place + " is " + value + " and must be of type " + says);
                    }
                }
                case "enum" -> {
                    if (says.valueStream().noneMatch(value::equals)) {
                        wrong.add(place + " is " + value + " and must be one of " + says);
                    }
                }
                case "required" ->
                    says.forEach(name -> {
                        if (!value.has(name.asText())) {
                            wrong.add(place + " has no " + name.asText());
                        }
                    });
                case "items" -> {
                    for (int i = 0; i < value.size(); i++) {
                        check(value.get(i), says, place + "[" + i + "]", wrong);
                    }
                }
                case "oneOf" -> {
                    if (says.valueStream().noneMatch(one -> isRight(value, one))) {
                        wrong.add(place + " is " + value + " and fits none of " + says);
                    }
                }
                case "properties", "additionalProperties" -> {} // below
                default -> {
                    if (!SILENT.contains(word.getKey()) && !word.getKey().startsWith("x-kubernetes-")) {
                        throw new IllegalStateException("the schema of " + place + " has the word " + word.getKey());
                    }
                }
            }
        });
        checkFields(value, schema, place, wrong);
    }

    private void checkFields(JsonNode value, JsonNode schema, String place, List<String> wrong) {
        JsonNode known = schema.path("properties");
        JsonNode others = schema.path("additionalProperties");
        value.properties().forEach(field -> {
            String at = place + "." + field.getKey();
            if (known.has(field.getKey())) {
                check(field.getValue(), known.get(field.getKey()), at, wrong);
            } else if (others.isObject()) {
                check(field.getValue(), others, at, wrong);
            } else if (others.isBoolean() && !others.asBoolean()) {
                wrong.add(at + " is not known");
            }
        });
    }

    private boolean isRight(JsonNode value, JsonNode schema) {
        List<String> wrong = new ArrayList<>();
        check(value, schema, "", wrong);
        return wrong.isEmpty();
    }

    private JsonNode definition(String reference) {
        JsonNode found = definitions.get(reference.substring(reference.lastIndexOf('/') + 1));
        if (found == null) {
            throw new IllegalStateException("there is no definition " + reference);
        }
        return found;
    }

    private static boolean hasType(JsonNode value, JsonNode types) {
        return (types.isArray() ? types.valueStream() : List.of(types).stream())
                .anyMatch(type -> switch (type.asText()) {
                    case "string" -> value.isTextual();
                    case "integer" -> value.isIntegralNumber();
                    case "number" -> value.isNumber();
                    case "boolean" -> value.isBoolean();
                    case "object" -> value.isObject();
                    case "array" -> value.isArray();
                    case "null" -> value.isNull();
                    default -> throw new IllegalStateException("the schema has a type " + type);
                });
    }
}
