package org.stoatflow.tidy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Which packages use which. */
final class PackageGraph {
    private final Map<String, Set<String>> used = new TreeMap<>();

    PackageGraph(Collection<PackageEdge> edges) {
        edges.forEach(this::add);
    }

    void add(PackageEdge edge) {
        used.computeIfAbsent(edge.from(), from -> new TreeSet<>()).add(edge.to());
    }

    private void remove(PackageEdge edge) {
        used.getOrDefault(edge.from(), Set.of()).remove(edge.to());
    }

    /**
     * Removes edges until no circle is left, and gives the shortest circle that each of them closed, one after the
     * other.
     */
    List<List<PackageEdge>> breakCircles(Function<List<PackageEdge>, PackageEdge> weakest) {
        List<List<PackageEdge>> circles = new ArrayList<>();
        for (List<PackageEdge> circle = shortestCircle(); !circle.isEmpty(); circle = shortestCircle()) {
            circles.add(circle);
            remove(weakest.apply(circle));
        }
        return circles;
    }

    /** Empty if there is none. */
    List<PackageEdge> shortestCircle() {
        List<PackageEdge> shortest = List.of();
        for (Map.Entry<String, Set<String>> entry : used.entrySet()) {
            for (String to : entry.getValue()) {
                List<PackageEdge> circle = circleThrough(new PackageEdge(entry.getKey(), to));
                if (!circle.isEmpty() && (shortest.isEmpty() || circle.size() < shortest.size())) {
                    shortest = circle;
                }
            }
        }
        return shortest;
    }

    /** The shortest circle that begins with an edge, which need not be in the graph; empty if there is none. */
    List<PackageEdge> circleThrough(PackageEdge first) {
        Set<String> reached = new HashSet<>(Set.of(first.to()));
        Deque<List<PackageEdge>> ways = new ArrayDeque<>();
        ways.add(List.of(first));
        while (!ways.isEmpty()) {
            List<PackageEdge> way = ways.remove();
            String here = way.getLast().to();
            if (here.equals(first.from())) {
                return way;
            }
            for (String next : used.getOrDefault(here, Set.of())) {
                if (reached.add(next)) {
                    List<PackageEdge> longer = new ArrayList<>(way);
                    longer.add(new PackageEdge(here, next));
                    ways.add(longer);
                }
            }
        }
        return List.of();
    }
}
