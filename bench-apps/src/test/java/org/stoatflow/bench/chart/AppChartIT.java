package org.stoatflow.bench.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the chart of users' applications makes of values that say something of the library. */
class AppChartIT {
    private static final String WORKLOAD = "bench-stoatflow-app";

    private static Helm helm;

    @BeforeAll
    static void findHelm() throws Exception {
        helm = Helm.required(Chart.APP);
    }

    private static List<JsonNode> objects(String set, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--values", file(set)));
        arguments.addAll(List.of(more));
        return helm.objects(arguments.toArray(String[]::new));
    }

    private static String file(String set) {
        return Chart.APP.folder().resolve("tests/values/" + set + ".yaml").toString();
    }

    private static JsonNode named(List<JsonNode> objects, String kind, String name) {
        return objects.stream()
                .filter(object -> object.path("kind").asText().equals(kind)
                        && object.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String variable(JsonNode workload, String name) {
        return workload.at("/spec/template/spec/containers/0/env")
                .valueStream()
                .filter(one -> one.path("name").asText().equals(name))
                .map(one -> one.path("value").asText())
                .collect(Collectors.joining());
    }

    @Test
    void shouldTakeAFileOfStreamsAppAsOnePod() throws Exception {
        List<JsonNode> objects = objects("from-streams-app");
        JsonNode workload = named(objects, "StatefulSet", WORKLOAD);

        assertEquals(1, workload.at("/spec/replicas").asInt());
        assertEquals(
                "orders", workload.at("/metadata/annotations/consumerGroup").asText());
        assertEquals("1000000", variable(workload, "KAFKA_MAX_REQUEST_SIZE"));
        assertEquals("customers=customers;guests", variable(workload, "APP_LABELED_INPUT_TOPICS"));
        assertEquals("10", variable(workload, "APP_LIMIT"));
        String settings = named(objects, "ConfigMap", WORKLOAD)
                .at("/data/application.properties")
                .asText();
        assertTrue(settings.contains("max.request.size=1000000\n"), settings);
        assertFalse(settings.contains("sasl"), settings);
    }

    @Test
    void shouldMoveToKafkaStreamsAndBackInTheSamePlace() throws Exception {
        JsonNode theirs = named(objects("kafka-streams"), "StatefulSet", WORKLOAD);
        JsonNode many = named(objects("from-streams-app", "--set=library=kafka-streams"), "StatefulSet", WORKLOAD);
        JsonNode ours = named(objects("standby"), "StatefulSet", WORKLOAD);
        JsonNode none = named(objects("minimal", "--set=replicas=0"), "StatefulSet", WORKLOAD);

        assertEquals(3, theirs.at("/spec/replicas").asInt());
        assertEquals("kafka-streams", variable(theirs, "STOATFLOW_LIBRARY"));
        assertEquals("/app/kafka-streams/*", variable(theirs, "CLASSPATH"));
        assertEquals("", variable(theirs, "KAFKA_STOATFLOW_HTTP_PORT"));
        assertTrue(theirs.at("/spec/template/spec/containers/0/image").asText().endsWith(":1.4.0-kafka-streams"));
        assertTrue(theirs.at("/spec/template/spec/containers/0/startupProbe").isMissingNode());
        assertEquals(6, many.at("/spec/replicas").asInt());
        assertEquals(2, ours.at("/spec/replicas").asInt());
        assertEquals("1", variable(ours, "KAFKA_NUM_STANDBY_REPLICAS"));
        assertEquals(0, none.at("/spec/replicas").asInt());
    }

    @Test
    void shouldResetWithoutPodsAndWithoutTheirVolumes() throws Exception {
        List<JsonNode> objects = objects("clean-up");
        JsonNode workload = named(objects, "StatefulSet", WORKLOAD);
        JsonNode job = named(objects, "Job", WORKLOAD + "-clean-up").at("/spec/template/spec/containers/0");

        assertEquals(0, workload.at("/spec/replicas").asInt());
        assertEquals(
                "Delete",
                workload.at("/spec/persistentVolumeClaimRetentionPolicy/whenScaled")
                        .asText());
        assertEquals("org.stoatflow.tools.reset.Reset", job.at("/command/4").asText());
        assertEquals(
                List.of(
                        "--application-id",
                        "orders",
                        "--bootstrap-server",
                        "one:9092,two:9092",
                        "--input-topics",
                        "orders",
                        "--command-config",
                        "/client/client.properties",
                        "--topology",
                        "shop.Orders.topology",
                        "--to-latest"),
                job.path("args").valueStream().map(JsonNode::asText).toList());
    }

    @Test
    void shouldAskBeforeATakeOverOnly() throws Exception {
        JsonNode job = named(objects("takeover"), "Job", WORKLOAD + "-takeover-check");
        assertEquals(
                "pre-install,pre-upgrade",
                job.at("/metadata/annotations/helm.sh~1hook").asText());
        assertTrue(objects("takeover", "--set=library=kafka-streams").stream()
                .noneMatch(object -> object.path("kind").asText().equals("Job")));

        Command.Outcome unnamed =
                helm.run("template", "bench", ".", "--values", file("takeover"), "--set", "tools.topology=");
        assertNotEquals(0, unnamed.status());
        assertTrue(unnamed.text().contains("takeoverCheck needs tools.topology"), unnamed::text);
    }

    @Test
    void shouldEndTheOldPodFirstWithoutAStatefulSet() throws Exception {
        JsonNode workload = named(objects("deployment"), "Deployment", WORKLOAD);
        JsonNode theirs = named(objects("deployment", "--set=library=kafka-streams"), "Deployment", WORKLOAD);

        assertEquals("Recreate", workload.at("/spec/strategy/type").asText());
        assertTrue(theirs.at("/spec/strategy").isMissingNode());
    }
}
