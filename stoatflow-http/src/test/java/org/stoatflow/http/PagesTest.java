package org.stoatflow.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.service.ServedApplication;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationTopology;

class PagesTest {
    private ApplicationStatus status = Statuses.of("RUNNING", "RUNNING");
    private Optional<ApplicationTopology> topology = Optional.of(Statuses.topology());

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Pages pages = new Pages(
            new ServedApplication() {
                @Override
                public ApplicationStatus status() {
                    return status;
                }

                @Override
                public Optional<ApplicationTopology> topology() {
                    return topology;
                }

                @Override
                public Map<MetricName, ? extends Metric> metrics() {
                    return Map.of();
                }
            },
            new MetricsPage(registry));

    private Answer get(String path) {
        String[] parts = path.split("\\?");
        return pages.answer("GET", parts[0], parts.length == 1 ? null : parts[1], null);
    }

    private static String text(Answer answer) {
        return new String(answer.content(), StandardCharsets.UTF_8);
    }

    private static JsonNode json(Answer answer) throws Exception {
        assertEquals("application/json", answer.type());
        return new ObjectMapper().readTree(text(answer));
    }

    @Test
    void shouldSayWhetherItIsReadyAndWhyNot() {
        assertEquals("Ready.\n", text(get("/health/ready")));
        status = Statuses.of(
                "REBALANCING", "RESTORING", new ApplicationStatus.Restore(false, 100, 40, 20, null, List.of()));
        Answer restoring = get("/health/ready");
        assertEquals(503, restoring.code());
        assertEquals(
                "Not ready: REBALANCING, in phase RESTORING for 1.5 s (all partitions are ours); 40 of 100 offsets are"
                        + " to be restored, 20 a second.\n",
                text(restoring));
        assertEquals(200, get("/health/live").code());
        status = Statuses.of("ERROR", null);
        assertEquals(503, get("/health/live").code());
    }

    @Test
    void shouldGiveTheStatusAsJson() throws Exception {
        JsonNode root = json(get("/status"));
        assertTrue(root.get("ready").asBoolean());
        JsonNode shown = root.get("status");
        assertEquals("orders", shown.at("/instance/applicationId").asText());
        assertEquals("WORKS", shown.at("/phase/readiness").asText());
        assertEquals(1.5, shown.at("/phase/lastsSeconds").asDouble());
        assertTrue(shown.at("/epochs/oldestSeconds").isNull());
        assertEquals(
                "in topic \"lines\"", shown.at("/stages/0/busiest/0/activity").asText());
        assertEquals(0.412, shown.at("/stages/0/hotKeys/0/share").asDouble());
        assertEquals("1970-01-01T00:00:00Z", shown.at("/sources/0/streamTime").asText());
        assertTrue(shown.at("/stores/restore").isNull());
        assertTrue(
                text(get("/status?format=text")).startsWith("Application orders: RUNNING, in phase RUNNING for 1.5 s"));
    }

    @Test
    void shouldSayHowManyRecordsWereLeftOutAndWhy() throws Exception {
        assertTrue(json(get("/status")).get("dropped").isEmpty());
        Map.of("late", 3, "null-key", 0, "unreadable", 2)
                .forEach((reason, records) -> FunctionCounter.builder(
                                "stoatflow.records.dropped", records, Integer::doubleValue)
                        .tags("application", "orders", "reason", reason)
                        .baseUnit("records")
                        .register(registry));
        assertEquals(
                "{\"late\":3,\"unreadable\":2}",
                json(get("/status")).get("dropped").toString());
        assertTrue(text(get("/status?format=text")).endsWith("  records left out: 3 late, 2 unreadable\n"));
    }

    @Test
    void shouldWriteWhateverANameMayHave() throws Exception {
        String name = "quote \" back \\ line \n tab \t bell \u0007 word ä \ud83d\ude00 lone \ud83d";
        String written = JsonText.of(Map.of("name", List.of(name, Double.NaN, 1.5)));
        JsonNode read = new ObjectMapper().readTree(written.getBytes(StandardCharsets.UTF_8));
        assertEquals(name, read.at("/name/0").asText());
        assertTrue(read.at("/name/1").isNull());
    }

    @Test
    void shouldRefuseWhatItHasNoJsonFor() {
        assertThrows(IllegalArgumentException.class, () -> JsonText.of(List.of(new StringBuilder())));
    }

    @Test
    void shouldDrawTheTopology() throws Exception {
        assertEquals("KEY", json(get("/topology")).at("/stages/1/affinity").asText());
        String drawn = text(get("/topology?format=mermaid"));
        assertEquals("""
                flowchart TB
                  subgraph stage0["stage 0: PARTITION, 4 lanes"]
                    n0["source"]
                    n1["way"]
                  end
                  subgraph stage1["stage 1: KEY, 8 lanes"]
                    n2["words"]
                    n3["count #quot;all#quot;"]
                    n4[("counts")]
                  end
                  n5[/"lines"/]
                  n5 --> n0
                  n0 --> n1
                  n6{{"orders-words-repartition"}}
                  n1 --> n6
                  n6{{"orders-words-repartition"}}
                  n6 --> n2
                  n2 --> n3
                  n3 --- n4
                """, drawn);
        topology = Optional.empty();
        assertEquals(503, get("/topology").code());
    }

    @Test
    void shouldChangeNothing() {
        for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")) {
            assertEquals(405, pages.answer(method, "/status", null, null).code(), method);
        }
        assertEquals(404, get("/close").code());
        assertTrue(text(get("/close")).contains("/health/ready"));
    }
}
