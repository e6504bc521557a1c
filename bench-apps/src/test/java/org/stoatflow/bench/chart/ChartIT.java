package org.stoatflow.bench.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What helm makes of the charts for several sets of values. */
class ChartIT {
    private static Helm helm;
    private static Optional<KubernetesSchema> schema;

    @BeforeAll
    static void findTools() throws Exception {
        helm = Helm.required(Chart.BENCH);
        Optional<Path> wheel = Download.SCHEMAS.get();
        schema = wheel.isPresent() ? Optional.of(new KubernetesSchema(wheel.get())) : Optional.empty();
    }

    private static List<Arguments> sets() throws IOException {
        List<Arguments> sets = new ArrayList<>();
        for (Chart chart : Chart.values()) {
            chart.sets().forEach(file -> sets.add(Arguments.of(chart, file)));
        }
        return sets;
    }

    @ParameterizedTest
    @MethodSource("sets")
    void shouldPassTheLinter(Chart chart, Path values) throws Exception {
        Command.Outcome outcome = helm.on(chart).run("lint", "--strict", ".", "--values", values.toString());

        assertEquals(0, outcome.status(), outcome::text);
    }

    @ParameterizedTest
    @MethodSource("sets")
    void shouldGiveObjectsThatKubernetesKnows(Chart chart, Path values) throws Exception {
        List<JsonNode> objects = helm.on(chart).objects("--values", values.toString());
        List<JsonNode> pods = objects.stream()
                .map(object -> object.at("/spec/template/spec"))
                .filter(JsonNode::isObject)
                .toList();
        assertTrue(pods.size() >= chart.podsMin(), pods::toString);
        pods.forEach(ChartIT::requireNoRights);

        KubernetesSchema kubernetes = required();
        Set<String> names = new HashSet<>();
        List<String> wrong = new ArrayList<>();
        for (JsonNode object : objects) {
            String name = object.path("kind").asText() + " "
                    + object.at("/metadata/name").asText();
            assertTrue(names.add(name), name);
            kubernetes.wrong(object).forEach(fault -> wrong.add(name + ": " + fault));
        }

        assertEquals(List.of(), wrong);
    }

    private static void requireNoRights(JsonNode pod) {
        JsonNode container = pod.at("/containers/0");
        assertTrue(pod.at("/securityContext/runAsNonRoot").asBoolean(), pod::toString);
        assertEquals(
                "RuntimeDefault", pod.at("/securityContext/seccompProfile/type").asText());
        assertEquals("false", pod.at("/automountServiceAccountToken").asText());
        assertTrue(container.at("/securityContext/readOnlyRootFilesystem").asBoolean(), pod::toString);
        assertEquals("ALL", container.at("/securityContext/capabilities/drop/0").asText());
        assertTrue(container.at("/resources/limits/memory").isTextual(), pod::toString);
    }

    private static KubernetesSchema required() {
        Helm.require(schema.isPresent(), "Kubernetes' schemas cannot be had here: objects are not compared with them");
        return schema.orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "BENCH, run.scenario=Z, '/run/scenario'",
        "BENCH, kafka.brokers=2, '/kafka/brokers'",
        "BENCH, kafka.brokers=0, '/kafka/bootstrapServers'",
        "BENCH, kafka.bootstrapServers=beside:9092, '/kafka/bootstrapServers'",
        "BENCH, application.replicas=3, '/application/replicas'",
        "BENCH, application.library=flink, '/application/library'",
        "BENCH, application.heap=lots, '/application/heap'",
        "BENCH, application.terminationGracePeriodSeconds=60, '/application/terminationGracePeriodSeconds'",
        "BENCH, metrics.prometheusRule.enabled=true, '/metrics/prometheusRule/rules'",
        "BENCH, run.id=Not_A_Name, '/run/id'",
        "BENCH, generator.cpus=3, '/generator'",
        "APP, replicas=3, '/replicas'",
        "APP, kafka.applicationId=, '/kafka/applicationId'",
        "APP, image=, '/image'",
        "APP, library=flink, '/library'",
        "APP, replicaCounts=2, replicaCounts",
        "APP, terminationGracePeriodSeconds=30, '/terminationGracePeriodSeconds'",
        "APP, ports[0].containerPort=99999, '/ports/0/containerPort'"
    })
    void shouldRefuseValuesThatMeanNothing(Chart chart, String value, String place) throws Exception {
        String first = chart.sets().getFirst().toString();
        Command.Outcome outcome = helm.on(chart).run("template", "bench", ".", "--values", first, "--set", value);

        assertNotEquals(0, outcome.status());
        assertTrue(outcome.text().contains(place), outcome::text);
    }

    @Test
    void shouldRefuseAPodThatEndsBeforeItsCloseDoes() throws Exception {
        Command.Outcome outcome = helm.run(
                "template",
                "bench",
                ".",
                "--set-string",
                "application.settings.stoatflow\\.close\\.timeout\\.ms=65000");

        assertNotEquals(0, outcome.status());
        assertTrue(outcome.text().contains("terminationGracePeriodSeconds must exceed"), outcome::text);
    }

    @ParameterizedTest
    @EnumSource(Chart.class)
    void shouldTakeTheAlertsOfThisProject(Chart chart) throws Exception {
        Path alerts = Chart.BENCH.folder().resolveSibling("monitoring").resolve("alerts.yaml");
        List<JsonNode> rules = helm
                .on(chart)
                .objects(
                        "--values=" + chart.sets().getFirst(),
                        "--set=metrics.prometheusRule.enabled=true",
                        "--set-file=metrics.prometheusRule.rules=" + alerts)
                .stream()
                .filter(object -> object.path("kind").asText().equals("PrometheusRule"))
                .toList();

        assertEquals(1, rules.size());
        assertEquals(List.of(), required().wrong(rules.getFirst()));
        assertTrue(rules.getFirst().at("/spec/groups/0/rules/0/expr").isTextual(), rules::toString);
    }

    @Test
    void shouldGiveBrokersAlone() throws Exception {
        List<String> names = helm.objects("--set", "run.enabled=false").stream()
                .filter(object -> object.at("/spec/template/spec").isObject())
                .map(object -> object.at("/metadata/name").asText())
                .toList();

        assertEquals(List.of("bench-kafka"), names);
    }

    @Test
    void shouldSeeWhatKubernetesWouldNotKnow() throws Exception {
        JsonNode service = new ObjectMapper().readTree("""
                {"apiVersion": "v1", "kind": "Service", "metadata": {"name": 7},
                 "spec": {"ports": [{"name": "http"}], "selektor": {}}}
                """);

        assertEquals(
                List.of(
                        "Service.metadata.name is 7 and must be of type [\"string\",\"null\"]",
                        "Service.spec.ports[0] has no port",
                        "Service.spec.selektor is not known"),
                required().wrong(service).stream().sorted().toList());
    }

    @Test
    void shouldSeeWhatPrometheusOperatorWouldNotKnow() throws Exception {
        JsonNode rule = new ObjectMapper().readTree("""
                {"apiVersion": "monitoring.coreos.com/v1", "kind": "PrometheusRule", "metadata": {"name": "rules"},
                 "spec": {"groups": [{"rules": [{"alert": "Gone", "when": "absent(up)"}]}]}}
                """);

        assertEquals(
                List.of(
                        "PrometheusRule.spec.groups[0] has no name",
                        "PrometheusRule.spec.groups[0].rules[0] has no expr",
                        "PrometheusRule.spec.groups[0].rules[0].when is not known"),
                required().wrong(rule).stream().sorted().toList());
    }
}
