package org.stoatflow.tidy;

import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;

/**
 * How many parameters a method or constructor may have, and components a record. What overrides does not choose its
 * own, nor does what mirrors Kafka Streams.
 */
record Parameters(int max) implements Rule {
    @Override
    public List<Finding> findings(Project project) {
        List<Finding> found = new ArrayList<>();
        for (JavaFile file : project.java()) {
            if (!MirroredApi.covers(file)) {
                file.types().forEach(type -> look(type, found));
            }
        }
        return found;
    }

    private void look(TypeDeclaration type, List<Finding> found) {
        if (type.isRecord()) {
            add(type, type.place(), type.tree(), type.instanceFields().size(), found);
        }
        for (MethodTree method : type.methods()) {
            if (!isCanonical(type, method) && !overrides(method) && !has(method, "ParameterizedTest")) {
                add(type, type.placeOf(method), method, method.getParameters().size(), found);
            }
        }
    }

    /** The constructor of a record that repeats its components. */
    private static boolean isCanonical(TypeDeclaration type, MethodTree method) {
        return type.isRecord()
                && method.getReturnType() == null
                && method.getParameters().size() == type.instanceFields().size();
    }

    private void add(TypeDeclaration type, String place, Tree tree, int parameters, List<Finding> found) {
        if (parameters > max) {
            found.add(new Finding(
                    "parameters",
                    place,
                    type.file().at(tree),
                    parameters,
                    parameters + " parameters, more than " + max + ": make those that go together a record"));
        }
    }

    static boolean overrides(MethodTree method) {
        return has(method, "Override");
    }

    private static boolean has(MethodTree method, String name) {
        return method.getModifiers().getAnnotations().stream()
                .anyMatch(
                        annotation -> annotation.getAnnotationType().toString().equals(name));
    }
}
