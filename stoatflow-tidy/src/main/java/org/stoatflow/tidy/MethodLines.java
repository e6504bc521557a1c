package org.stoatflow.tidy;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.util.ArrayList;
import java.util.List;

/** How long a method may be, from its name to its closing brace, and an initializer, which is called {@code static}. */
record MethodLines(int max) implements Rule {
    @Override
    public List<Finding> findings(Project project) {
        List<Finding> found = new ArrayList<>();
        for (JavaFile file : project.java()) {
            for (TypeDeclaration type : file.types()) {
                for (MethodTree method : type.methods()) {
                    add(type.placeOf(method), file, method, file.lines(method), found);
                }
                for (BlockTree initializer : type.initializers()) {
                    int lines = file.lastLine(initializer) - file.firstLine(initializer) + 1;
                    add(type.place() + "#static", file, initializer, lines, found);
                }
            }
        }
        return found;
    }

    private void add(String place, JavaFile file, Tree tree, int lines, List<Finding> found) {
        if (lines > max) {
            found.add(new Finding(
                    "method-lines",
                    place,
                    file.at(tree),
                    lines,
                    lines + " lines, more than " + max + ": name its parts, and make each a method"));
        }
    }
}
