package org.stoatflow.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.service.ServedApplication;
import org.stoatflow.status.ApplicationStatus;
import org.stoatflow.status.ApplicationTopology;

class HttpServiceTest {
    private static final ServedApplication RUNNING = new ServedApplication() {
        @Override
        public ApplicationStatus status() {
            return Statuses.of("RUNNING", "RUNNING");
        }

        @Override
        public Optional<ApplicationTopology> topology() {
            throw new IllegalStateException("a defect");
        }

        @Override
        public Map<MetricName, ? extends Metric> metrics() {
            return Map.of();
        }
    };

    private static HttpService service(Map<String, ?> config) {
        return (HttpService) new HttpServiceProvider().create(new AbstractConfig(new ConfigDef(), config, false));
    }

    private static HttpResponse<String> ask(HttpService service, String method, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void shouldAnswerFromItsOpeningToItsEnd() throws Exception {
        HttpService service = service(Map.of("stoatflow.http.port", 0));
        service.registry().counter("own").increment();
        service.open(RUNNING);
        assertEquals("Ready.\n", ask(service, "GET", "/health/ready").body());
        HttpResponse<String> head = ask(service, "HEAD", "/health/ready");
        assertEquals(200, head.statusCode());
        assertEquals("", head.body());
        assertEquals(405, ask(service, "POST", "/health/ready").statusCode());
        String scraped = ask(service, "GET", "/metrics").body();
        assertTrue(scraped.contains("own_total 1.0"), scraped);
        assertTrue(scraped.contains("jvm_memory_used_bytes"), scraped);
        assertTrue(scraped.startsWith("# HELP"), scraped);
        HttpResponse<String> failed = ask(service, "GET", "/topology");
        assertEquals(500, failed.statusCode());
        assertTrue(!failed.body().contains("a defect"), failed.body());
        int port = service.port();
        service.close();
        service.close();
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertEquals(port, free.getLocalPort());
        }
    }

    @Test
    void shouldAnswerProbesBesideClientsThatHang() throws Exception {
        HttpService service = service(Map.of("stoatflow.http.port", 0));
        service.open(RUNNING);
        List<Socket> hung = new ArrayList<>();
        try {
            for (int client = 0; client < 4 * RequestThreads.THREADS_MAX; client++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
                hung.add(socket);
                socket.getOutputStream().write("GET /he".getBytes(StandardCharsets.US_ASCII)); // and no more
            }
            assertEquals(200, ask(service, "GET", "/health/live").statusCode());
            assertEquals(200, ask(service, "GET", "/health/ready").statusCode());
        } finally {
            for (Socket socket : hung) {
                socket.close();
            }
            service.close();
        }
    }

    @Test
    void shouldSayWhichPortIsInUse() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            HttpService service = service(Map.of("stoatflow.http.port", taken.getLocalPort()));
            KafkaException refused = assertThrows(KafkaException.class, () -> service.open(RUNNING));
            assertTrue(
                    refused.getMessage()
                            .startsWith("Cannot listen at 127.0.0.1:" + taken.getLocalPort()
                                    + ", as stoatflow.http.port asks: "),
                    refused.getMessage());
            service.close();
        }
    }

    @Test
    void shouldRefuseAnAddressThatThereIsNot() {
        ConfigException refused = assertThrows(
                ConfigException.class,
                () -> service(Map.of("stoatflow.http.port", 0, "stoatflow.http.address", "no such host")));
        assertTrue(refused.getMessage().contains("stoatflow.http.address"), refused.getMessage());
    }
}
