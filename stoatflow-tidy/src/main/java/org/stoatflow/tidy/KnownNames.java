package org.stoatflow.tidy;

import com.sun.source.tree.ImportTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The types that sources declare, with their members, names that the model defines, and types of libraries. */
final class KnownNames {
    private static final Set<String> OF_EVERY_TYPE =
            Set.of("values", "valueOf", "toString", "equals", "hashCode", "class");

    /** Comments of TLA+, and words outside of them. */
    private static final Pattern MODEL = Pattern.compile("\\(\\*.*?\\*\\)|\\\\\\*[^\n]*|(\\w+)", Pattern.DOTALL);

    private final Map<String, List<TypeDeclaration>> types = new HashMap<>();
    private final Set<@Nullable String> model = new HashSet<>();
    private final Set<String> imported = new HashSet<>();
    private final Set<String> qualifiedImports = new HashSet<>();
    private final LibraryNames libraries = new LibraryNames();

    KnownNames(Project project) {
        for (JavaFile file : project.java()) {
            for (TypeDeclaration type : file.types()) {
                types.computeIfAbsent(type.tree().getSimpleName().toString(), name -> new ArrayList<>())
                        .add(type);
            }
            for (ImportTree each : file.unit().getImports()) {
                String name = each.getQualifiedIdentifier().toString();
                imported.add(name.substring(name.lastIndexOf('.') + 1));
                qualifiedImports.add(name);
            }
        }
        project.ending(".tla")
                .forEach(file -> MODEL.matcher(file.text()).results().forEach(each -> model.add(each.group(1))));
    }

    /** Whether something has this name: a type, or a type and its member with a dot between. */
    boolean has(String name) {
        String[] parts = name.split("\\.");
        if (!types.containsKey(parts[0])) {
            return imported.contains(parts[0]) || model.contains(parts[0]) || libraries.has(parts[0]);
        }
        String owner = parts[0];
        for (int i = 1; i < parts.length; i++) {
            if (types.containsKey(owner) && !hasMember(owner, parts[i], new HashSet<>())) {
                return false;
            }
            owner = parts[i];
        }
        return true;
    }

    /** The types of ours with that simple name, and those that sources import, with their packages; or none. */
    List<String> qualified(String simpleName) {
        List<String> all = new ArrayList<>();
        types.getOrDefault(simpleName, List.of()).forEach(type -> all.add(type.place()));
        qualifiedImports.stream()
                .filter(name -> name.endsWith("." + simpleName))
                .forEach(all::add);
        return all.stream().sorted().distinct().toList();
    }

    /** Also where a supertype has it that is not ours. */
    private boolean hasMember(String owner, String member, Set<String> seen) {
        if (!types.containsKey(owner) || OF_EVERY_TYPE.contains(member)) {
            return true;
        }
        return seen.add(owner)
                && types.get(owner).stream()
                        .anyMatch(type -> declares(type, member)
                                || supertypes(type).stream().anyMatch(each -> hasMember(each, member, seen)));
    }

    private static boolean declares(TypeDeclaration type, String member) {
        return type.fields().stream().anyMatch(field -> field.getName().contentEquals(member))
                || type.methods().stream().anyMatch(method -> method.getName().contentEquals(member))
                || type.file().types().stream()
                        .anyMatch(nested -> nested.place().equals(type.place() + "." + member));
    }

    private static List<String> supertypes(TypeDeclaration type) {
        List<Tree> trees = new ArrayList<>(type.tree().getImplementsClause());
        if (type.tree().getExtendsClause() != null) {
            trees.add(type.tree().getExtendsClause());
        }
        return trees.stream()
                .map(tree -> tree.toString().replaceFirst("<.*", ""))
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .toList();
    }
}
