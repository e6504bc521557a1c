package org.stoatflow.tidy;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.TreeScanner;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which packages of one module use which, and in which files: by imports and by qualified names, and uses of the facade
 * by its neighbours also by simple ones. Parts of the API are blocks, see {@link ApiBlocks}.
 */
final class PackageUses {
    private static final String OURS = "org.stoatflow.";

    private final Map<PackageEdge, Set<String>> files = new TreeMap<>(Comparator.comparing(PackageEdge::toString));
    private final Map<String, String> packageOfType = new HashMap<>();
    private final Set<String> mirrored;
    private final ApiBlocks api;

    /** Of the main sources of one module. */
    PackageUses(Iterable<JavaFile> module, ApiBlocks api) {
        this.api = api;
        Set<String> blocks = new TreeSet<>();
        for (JavaFile file : module) {
            file.types().forEach(type -> packageOfType.put(type.place(), file.packageName()));
            if (MirroredApi.covers(file)) {
                blocks.add(file.packageName());
            }
        }
        mirrored = blocks;
        for (JavaFile file : module) {
            new Uses().scan(file.unit(), file);
        }
    }

    Set<PackageEdge> edges() {
        return files.keySet();
    }

    /** The paths of the files that have a use. */
    Set<String> files(PackageEdge edge) {
        return files.getOrDefault(edge, Set.of());
    }

    private void use(JavaFile file, String qualified) {
        String type = qualified;
        while (!packageOfType.containsKey(type) && type.indexOf('.') > 0) {
            type = type.substring(0, type.lastIndexOf('.'));
        }
        String used = packageOfType.get(type);
        if (used != null) {
            PackageEdge edge = new PackageEdge(node(file.place(), file.packageName()), node(type, used));
            if (!edge.from().equals(edge.to())) {
                files.computeIfAbsent(edge, unseen -> new TreeSet<>())
                        .add(file.file().path());
            }
        }
    }

    private String node(String type, String packageName) {
        String name = api.of(type, packageName, mirrored);
        return name.startsWith(OURS) ? name.substring(OURS.length()) : name;
    }

    /** The qualified names in a file, which is the argument of each visit. */
    private final class Uses extends TreeScanner<@Nullable Void, JavaFile> {
        @Override
        public @Nullable Void visitMemberSelect(MemberSelectTree tree, JavaFile file) {
            String name = tree.toString();
            if (name.startsWith(OURS)) {
                use(file, name);
                return null;
            }
            return super.visitMemberSelect(tree, file);
        }

        @Override
        public @Nullable Void visitIdentifier(IdentifierTree tree, JavaFile file) {
            String neighbour = file.packageName() + "." + tree.getName();
            if (api.isFacade(neighbour)) {
                use(file, neighbour);
            }
            return super.visitIdentifier(tree, file);
        }
    }
}
