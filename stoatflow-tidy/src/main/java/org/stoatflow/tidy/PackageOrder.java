package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Packages of a module use each other in one direction: main sources, by imports and qualified names.
 *
 * @param exempted edges, as {@code runtime.engine -> runtime.sink}, that may point backwards
 * @param api what counts as one place in the API
 */
record PackageOrder(Set<String> exempted, ApiBlocks api) implements Rule {
    PackageOrder(Set<String> exempted) {
        this(exempted, ApiBlocks.OURS);
    }

    @Override
    public List<Finding> findings(Project project) {
        Map<String, List<JavaFile>> modules = new TreeMap<>();
        for (JavaFile file : project.java()) {
            if (file.isMain()) {
                modules.computeIfAbsent(file.file().module(), name -> new ArrayList<>())
                        .add(file);
            }
        }
        List<Finding> found = new ArrayList<>();
        modules.forEach((module, files) -> look(module, new PackageUses(files, api), found));
        return found;
    }

    private void look(String module, PackageUses uses, List<Finding> found) {
        Collection<PackageEdge> forward = new HashSet<>(uses.edges());
        forward.removeIf(edge -> exempted.contains(edge.toString()));
        PackageGraph graph = new PackageGraph(forward);
        for (PackageEdge edge : uses.edges()) {
            if (exempted.contains(edge.toString())) {
                List<PackageEdge> circle = graph.circleThrough(edge);
                if (!circle.isEmpty()) {
                    found.add(finding(module, edge, circle, uses));
                }
            }
        }
        for (List<PackageEdge> circle : graph.breakCircles(each -> weakest(each, uses))) {
            found.add(finding(module, weakest(circle, uses), circle, uses));
        }
    }

    private static PackageEdge weakest(List<PackageEdge> circle, PackageUses uses) {
        return circle.stream()
                .min(Comparator.comparingInt(edge -> uses.files(edge).size()))
                .orElseThrow();
    }

    private static Finding finding(String module, PackageEdge edge, List<PackageEdge> circle, PackageUses uses) {
        StringBuilder names = new StringBuilder(circle.getFirst().from());
        for (PackageEdge each : circle) {
            names.append(" -(").append(uses.files(each).size()).append(")-> ").append(each.to());
        }
        Set<String> files = uses.files(edge);
        return new Finding(
                "packages",
                edge.toString(),
                module,
                files.size(),
                "is part of a circle (files that have each use): " + names + "; turn this use around: " + files);
    }
}
