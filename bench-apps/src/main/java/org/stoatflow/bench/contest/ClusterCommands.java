package org.stoatflow.bench.contest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.stoatflow.bench.latency.Cell;
import org.stoatflow.bench.latency.Library;

/**
 * What is typed to measure on a cluster: commands of helm and kubectl, which find it by KUBECONFIG.
 *
 * @param release its name, with which the names of its pods begin
 * @param values files of values, and settings of one, for all of its runs
 */
record ClusterCommands(String release, String namespace, List<String> values, Map<String, String> set) {
    private static final String CHART = "deploy/k3s";

    ClusterCommands {
        values = List.copyOf(values);
        set = Collections.unmodifiableMap(new TreeMap<>(set)); // in one order
    }

    /** Brokers, and nobody who measures. */
    List<String> up() {
        List<String> command = upgrade();
        command.addAll(List.of("--set", "run.enabled=false", "--wait", "--timeout", "10m"));
        return command;
    }

    /** One round. */
    List<String> run(String id, Cell cell, Library library, int warmupSeconds, int measuredSeconds) {
        List<String> command = upgrade();
        command.addAll(List.of("--set", "run.enabled=true", "--set-string", "run.id=" + id));
        command.addAll(List.of(
                "--set",
                "run.scenario=" + cell.scenario().name() + ",run.rate=" + cell.rate() + ",run.warmupSeconds="
                        + warmupSeconds + ",run.measuredSeconds=" + measuredSeconds));
        command.addAll(List.of(
                "--set",
                "application.library=" + library.application() + ",application.guarantee="
                        + cell.guarantee().setting()));
        return command;
    }

    private List<String> upgrade() {
        List<String> command = new ArrayList<>(List.of(
                "helm", "upgrade", "--install", release, CHART, "--namespace", namespace, "--create-namespace"));
        values.forEach(file -> command.addAll(List.of("--values", file)));
        set.forEach((key, value) -> command.addAll(List.of("--set", key + "=" + value)));
        return command;
    }

    /** All that there is, volumes too. */
    List<List<String>> down() {
        return List.of(
                List.of("helm", "uninstall", release, "--namespace", namespace, "--ignore-not-found", "--wait"),
                kubectl("delete", "pvc", "--selector", "app.kubernetes.io/instance=" + release, "--ignore-not-found"));
    }

    /** Says how often the job of a role has succeeded, and how often failed. */
    List<String> outcome(String id, String role) {
        return kubectl("get", "job", job(id, role), "--output", "jsonpath={.status.succeeded}/{.status.failed}");
    }

    /** What a role's process has said; with the time of each line where that is asked for. */
    List<String> log(String id, String role, boolean timed) {
        List<String> command = new ArrayList<>(kubectl("logs", "job/" + job(id, role), "--tail", "-1"));
        if (timed) {
            command.add("--timestamps");
        }
        return List.copyOf(command);
    }

    /** Names of nodes, each in a line. */
    List<String> nodes() {
        return List.of(
                "kubectl", "get", "nodes", "--output", "jsonpath={range .items[*]}{.metadata.name}{\"\\n\"}{end}");
    }

    /** What the kubelet of a node says its pods use. */
    List<String> usage(String node) {
        return List.of("kubectl", "get", "--raw", "/api/v1/nodes/" + node + "/proxy/metrics/resource");
    }

    /** Ends the application's pod, which begins again. */
    List<String> strike() {
        return kubectl("delete", "pod", applicationPods() + "0", "--wait=false");
    }

    String applicationPods() {
        return release + "-application-";
    }

    String brokerPods() {
        return release + "-kafka-";
    }

    private String job(String id, String role) {
        return release + "-" + id + "-" + role;
    }

    private List<String> kubectl(String... words) {
        List<String> command = new ArrayList<>(List.of("kubectl", "--namespace", namespace));
        command.addAll(List.of(words));
        return command;
    }
}
