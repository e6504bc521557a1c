package org.stoatflow.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreeScanner;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds all types that a source declares; the argument of a visit is the place of what encloses the tree. */
final class DeclarationScanner extends TreeScanner<@Nullable Void, String> {
    private final JavaFile file;
    private final List<TypeDeclaration> found;

    DeclarationScanner(JavaFile file, List<TypeDeclaration> found) {
        this.file = file;
        this.found = found;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, String outer) {
        String name = tree.getSimpleName().isEmpty()
                ? "anonymous"
                : tree.getSimpleName().toString();
        String place = outer + "." + name;
        found.add(new TypeDeclaration(file, place, tree));
        return super.visitClass(tree, place);
    }

    @Override
    public @Nullable Void visitMethod(MethodTree tree, String outer) {
        return super.visitMethod(tree, outer + "#" + tree.getName());
    }
}
