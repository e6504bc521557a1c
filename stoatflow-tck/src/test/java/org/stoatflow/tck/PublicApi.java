package org.stoatflow.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The public types of Kafka Streams' packages, as class files in jars and folders have them. Internals are left out.
 */
final class PublicApi {
    private static final String PACKAGE = "org/apache/kafka/streams/";
    private static final String INTERNALS = "/internals/";

    private final SortedMap<String, Type> types = new TreeMap<>();

    /** A method, constructor or field that others may use. */
    private record Member(String name, String descriptor, String signature) {
        String plain() {
            return name + descriptor;
        }

        boolean namesInternals() {
            return descriptor.contains(INTERNALS) || signature.contains(INTERNALS);
        }
    }

    private record Type(boolean isInterface, Set<String> parents, List<Member> members) {}

    /** Of class files in these jars and folders. */
    static PublicApi in(List<Path> sources) throws IOException {
        PublicApi api = new PublicApi();
        for (Path source : sources) {
            if (Files.isDirectory(source)) {
                api.scan(source);
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(source)) {
                    api.scan(jar.getPath("/"));
                }
            }
        }
        api.types.keySet().removeIf(name -> !api.enclosingArePublic(name));
        return api;
    }

    int typeCount() {
        return types.size();
    }

    int memberCount() {
        return types.values().stream().mapToInt(type -> type.members.size()).sum();
    }

    /** What this has and the other has not, a line each. A member that the other one inherits is there. */
    Set<String> missingIn(PublicApi other) {
        Set<String> missing = new TreeSet<>();
        types.forEach((name, type) -> {
            Type found = other.types.get(name);
            if (found == null) {
                missing.add("type " + dotted(name));
            } else if (found.isInterface != type.isInterface) {
                missing.add("kind " + dotted(name));
            } else {
                missing.addAll(missing(name, type, other));
            }
        });
        return missing;
    }

    private Set<String> ancestors(String name) {
        Set<String> found = new LinkedHashSet<>(List.of(name));
        Deque<String> open = new ArrayDeque<>(found);
        while (!open.isEmpty()) {
            Type type = types.get(open.pop());
            if (type != null) {
                type.parents.stream().filter(found::add).forEach(open::push);
            }
        }
        return found;
    }

    private boolean enclosingArePublic(String name) {
        for (int i = name.indexOf('$'); i > 0; i = name.indexOf('$', i + 1)) {
            if (!types.containsKey(name.substring(0, i))) {
                return false;
            }
        }
        return true;
    }

    private void scan(Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(file -> file.toString().endsWith(".class")).toList();
        } catch (UncheckedIOException failure) {
            throw failure.getCause();
        }
        for (Path file : files) {
            String path = root.relativize(file).toString().replace('\\', '/');
            if (path.startsWith(PACKAGE) && !path.contains(INTERNALS)) {
                add(ClassFile.of().parse(Files.readAllBytes(file)));
            }
        }
    }

    private void add(ClassModel model) {
        if (!isPublic(model)) {
            return;
        }
        boolean isFinal = model.flags().has(AccessFlag.FINAL);
        List<Member> members = new ArrayList<>();
        model.methods().stream()
                .filter(method -> isShown(method.flags().flags(), isFinal))
                .filter(method -> !method.methodName().equalsString("<clinit>"))
                .forEach(method -> members.add(new Member(
                        method.methodName().stringValue(), method.methodType().stringValue(), signature(method))));
        model.fields().stream()
                .filter(field -> isShown(field.flags().flags(), isFinal))
                .forEach(field -> members.add(new Member(
                        field.fieldName().stringValue(), ":" + field.fieldType().stringValue(), signature(field))));
        members.removeIf(Member::namesInternals);
        Set<String> parents = new LinkedHashSet<>();
        model.superclass().ifPresent(parent -> parents.add(parent.asInternalName()));
        model.interfaces().forEach(parent -> parents.add(parent.asInternalName()));
        types.put(
                model.thisClass().asInternalName(),
                new Type(model.flags().has(AccessFlag.INTERFACE), parents, members));
    }

    /** By its own flags or, for a type within another, by its entry among the inner classes. */
    private static boolean isPublic(ClassModel model) {
        String name = model.thisClass().asInternalName();
        if (!name.contains("$")) {
            return model.flags().has(AccessFlag.PUBLIC);
        }
        return model.findAttribute(Attributes.innerClasses()).stream()
                .flatMap(inner -> inner.classes().stream())
                .filter(inner -> inner.innerClass().asInternalName().equals(name))
                .anyMatch(
                        inner -> inner.innerName().isPresent() && inner.flags().contains(AccessFlag.PUBLIC));
    }

    private static boolean isShown(Set<AccessFlag> flags, boolean ownerIsFinal) {
        return !flags.contains(AccessFlag.SYNTHETIC)
                && (flags.contains(AccessFlag.PUBLIC) || flags.contains(AccessFlag.PROTECTED) && !ownerIsFinal);
    }

    private static String signature(AttributedElement member) {
        return member.findAttribute(Attributes.signature())
                .map(attribute -> attribute.signature().stringValue())
                .orElse("");
    }

    private static String dotted(String name) {
        return name.replace('/', '.');
    }

    private static Set<String> missing(String name, Type type, PublicApi other) {
        Set<String> ancestors = other.ancestors(name);
        Set<Member> there = new HashSet<>();
        Set<String> plain = new HashSet<>();
        for (String ancestor : ancestors) {
            if (other.types.get(ancestor) != null) {
                there.addAll(other.types.get(ancestor).members);
            }
        }
        there.forEach(member -> plain.add(member.plain()));
        Set<String> missing = new TreeSet<>();
        for (Member member : type.members) {
            if (!plain.contains(member.plain())) {
                missing.add("member " + dotted(name) + "#" + member.plain());
            } else if (!member.signature.isEmpty() && !there.contains(member)) {
                missing.add("generics " + dotted(name) + "#" + member.plain());
            }
        }
        for (String parent : type.parents) {
            if (parent.startsWith(PACKAGE) && !parent.contains(INTERNALS) && !ancestors.contains(parent)) {
                missing.add("parent " + dotted(name) + " of " + dotted(parent));
            }
        }
        return missing;
    }
}
