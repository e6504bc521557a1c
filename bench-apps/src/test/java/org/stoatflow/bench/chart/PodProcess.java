package org.stoatflow.bench.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A pod's container as a process of this machine: its command, variables, config maps and probes are those of the
 * manifest. Its volumes are folders, and the names of pods this machine.
 */
final class PodProcess implements AutoCloseable {
    private static final Pattern NAME_OF_POD = Pattern.compile("[a-z0-9-]+(\\.[a-z0-9-]+)*\\.bench\\.svc");
    private static final String HOST = "127.0.0.1";
    private static final int OK = 200;

    private final JsonNode container;
    private final Path folder;
    private final Process process;

    private PodProcess(JsonNode container, Path folder, Process process) {
        this.container = container;
        this.folder = folder;
        this.process = process;
    }

    /**
     * Starts the first container of a workload's pod.
     *
     * @param objects all of the chart
     * @param root gets a folder for the pod
     */
    static PodProcess start(String kind, String name, List<JsonNode> objects, Path root) throws IOException {
        JsonNode pod = find(kind, name, objects).at("/spec/template/spec");
        JsonNode container = pod.at("/containers/0");
        Path folder = Files.createDirectories(root.resolve(name));
        Map<String, String> volumes = volumes(container, folder);
        writeConfigMaps(pod, objects, folder, volumes);
        // The shell finds the program by the variable of the new process, unlike this JVM, and gives its place to it.
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$0\" \"$@\""));
        container.path("command").forEach(word -> command.add(local(word.asText(), volumes)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile());
        setVariables(container, name + "-0", volumes, builder.environment());
        return new PodProcess(container, folder, builder.start());
    }

    /** The folders here, by those in the pod. */
    private static Map<String, String> volumes(JsonNode container, Path folder) throws IOException {
        Map<String, String> here = new HashMap<>();
        for (JsonNode mount : container.path("volumeMounts")) {
            Path volume =
                    Files.createDirectories(folder.resolve(mount.path("name").asText()));
            here.put(mount.path("mountPath").asText(), volume.toString());
        }
        return here;
    }

    private static void writeConfigMaps(JsonNode pod, List<JsonNode> objects, Path folder, Map<String, String> volumes)
            throws IOException {
        for (JsonNode volume : pod.path("volumes")) {
            if (volume.has("configMap")) {
                JsonNode map = find("ConfigMap", volume.at("/configMap/name").asText(), objects);
                Path at = folder.resolve(volume.path("name").asText());
                for (Map.Entry<String, JsonNode> file : map.path("data").properties()) {
                    Files.writeString(
                            at.resolve(file.getKey()), local(file.getValue().asText(), volumes));
                }
            }
        }
    }

    private static void setVariables(
            JsonNode container, String pod, Map<String, String> volumes, Map<String, String> environment) {
        for (JsonNode variable : container.path("env")) {
            boolean isName =
                    variable.at("/valueFrom/fieldRef/fieldPath").asText().equals("metadata.name");
            environment.put(
                    variable.path("name").asText(),
                    isName ? pod : local(variable.path("value").asText(), volumes));
        }
        environment.put("CLASSPATH", System.getProperty("java.class.path"));
        environment.put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        environment.merge("PATH", java, (before, added) -> added + ":" + before);
    }

    private static JsonNode find(String kind, String name, List<JsonNode> objects) {
        return objects.stream()
                .filter(object -> object.path("kind").asText().equals(kind)
                        && object.at("/metadata/name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A text of the manifest, with the folders and addresses of this machine. */
    private static String local(String text, Map<String, String> folders) {
        Pattern places = Pattern.compile("(?<![\\w./-])(" + String.join("|", folders.keySet()) + ")(?![\\w-])");
        String here = places.matcher(text).replaceAll(place -> folders.get(place.group(1)));
        return NAME_OF_POD.matcher(here.replace("$POD_NAME.", "")).replaceAll(HOST);
    }

    /** Whether the probe succeeds now. */
    boolean isRight(String probe) throws IOException, InterruptedException {
        JsonNode asked = container.path(probe);
        boolean isHttp = asked.has("httpGet");
        String port = asked.at(isHttp ? "/httpGet/port" : "/tcpSocket/port").asText();
        int number = container
                .path("ports")
                .valueStream()
                .filter(one -> one.path("name").asText().equals(port))
                .findFirst()
                .orElseThrow()
                .path("containerPort")
                .asInt();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(HOST, number));
        } catch (IOException closed) {
            return false;
        }
        return !isHttp || get(number, asked.at("/httpGet/path").asText()).startsWith(OK + " ");
    }

    /** Status and text. */
    static String get(int port, String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://" + HOST + ":" + port + path))
                            .build(),
                    BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        }
    }

    Process process() {
        return process;
    }

    Path volume(String name) {
        return folder.resolve(name);
    }

    String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
