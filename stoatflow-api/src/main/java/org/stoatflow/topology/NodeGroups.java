package org.stoatflow.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Disjoint sets of node names. */
final class NodeGroups {
    private final Map<String, String> parents = new HashMap<>();

    static List<SubTopology> of(List<LogicalNode> nodes, Collection<StoreDeclaration> stores) {
        NodeGroups groups = new NodeGroups();
        nodes.forEach(node -> node.predecessors().forEach(parent -> groups.unite(node.name(), parent)));
        stores.forEach(store -> groups.uniteAll(store.processors()));
        return groups.partition(nodes);
    }

    /** Splits nodes by group. The groups come in the order of their first nodes. */
    List<SubTopology> partition(List<LogicalNode> nodes) {
        Map<String, List<LogicalNode>> byRoot = new LinkedHashMap<>();
        for (LogicalNode node : nodes) {
            byRoot.computeIfAbsent(root(node.name()), root -> new ArrayList<>()).add(node);
        }
        return byRoot.values().stream().map(SubTopology::new).toList();
    }

    void unite(String one, String other) {
        parents.put(root(one), root(other));
    }

    private void uniteAll(Collection<String> names) {
        Iterator<String> iterator = names.iterator();
        if (!iterator.hasNext()) {
            return;
        }
        String first = iterator.next();
        iterator.forEachRemaining(name -> unite(first, name));
    }

    private String root(String name) {
        String root = name;
        String parent = parent(root);
        while (!parent.equals(root)) {
            String grandparent = parent(parent);
            parents.put(root, grandparent);
            root = parent;
            parent = grandparent;
        }
        return root;
    }

    private String parent(String name) {
        return parents.getOrDefault(name, name);
    }
}
