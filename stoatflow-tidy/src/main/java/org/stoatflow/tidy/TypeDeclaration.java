package org.stoatflow.tidy;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import java.util.List;
import javax.lang.model.element.Modifier;

/**
 * A class, interface, enum or record, at the top, nested, local or anonymous.
 *
 * @param place its package and the names of what encloses it and of itself
 */
record TypeDeclaration(JavaFile file, String place, ClassTree tree) {
    List<MethodTree> methods() {
        return members(MethodTree.class);
    }

    List<BlockTree> initializers() {
        return members(BlockTree.class);
    }

    /** Fields of any kind, with the constants of an enum and the components of a record. */
    List<VariableTree> fields() {
        return members(VariableTree.class);
    }

    List<VariableTree> instanceFields() {
        if (isInterface()) {
            return List.of();
        }
        return fields().stream()
                .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .toList();
    }

    boolean isRecord() {
        return tree.getKind() == Tree.Kind.RECORD;
    }

    private boolean isInterface() {
        return tree.getKind() == Tree.Kind.INTERFACE || tree.getKind() == Tree.Kind.ANNOTATION_TYPE;
    }

    /** The place of a method or constructor, which is named {@code new}. */
    String placeOf(MethodTree method) {
        String name = method.getName().toString();
        return place + "#" + (name.equals("<init>") ? "new" : name);
    }

    private <T extends Tree> List<T> members(Class<T> kind) {
        return tree.getMembers().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }
}
