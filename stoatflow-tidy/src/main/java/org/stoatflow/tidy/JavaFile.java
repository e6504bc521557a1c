package org.stoatflow.tidy;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.SourcePositions;
import java.util.ArrayList;
import java.util.List;

/** A Java source, parsed. */
final class JavaFile {
    private final TextFile file;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<TypeDeclaration> types = new ArrayList<>();

    JavaFile(TextFile file, CompilationUnitTree unit, SourcePositions positions) {
        this.file = file;
        this.unit = unit;
        this.positions = positions;
        new DeclarationScanner(this, types).scan(unit, packageName());
    }

    TextFile file() {
        return file;
    }

    CompilationUnitTree unit() {
        return unit;
    }

    List<TypeDeclaration> types() {
        return types;
    }

    String packageName() {
        return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
    }

    boolean isMain() {
        return file.path().contains("/src/main/");
    }

    /** What exemptions name the file by: the package and the file's own name. */
    String place() {
        String path = file.path();
        return packageName()
                + path.substring(path.lastIndexOf('/'), path.length() - ".java".length())
                        .replace('/', '.');
    }

    int firstLine(Tree tree) {
        return line(positions.getStartPosition(unit, tree));
    }

    int lastLine(Tree tree) {
        return line(positions.getEndPosition(unit, tree) - 1);
    }

    /** From the line of its type, or of its name where it is a constructor, to the closing brace. */
    int lines(MethodTree method) {
        List<? extends AnnotationTree> annotations = method.getModifiers().getAnnotations();
        int first = firstLine(method);
        if (method.getReturnType() != null) {
            first = firstLine(method.getReturnType());
        } else if (!annotations.isEmpty()) {
            first = lastLine(annotations.getLast()) + 1;
        }
        return lastLine(method) - first + 1;
    }

    /** The comment in front of a declaration, with its marks; empty if there is none. */
    String commentOf(Tree tree) {
        int start = (int) positions.getStartPosition(unit, tree);
        String before = start < 0 ? "" : file.text().substring(0, start).stripTrailing();
        return before.endsWith("*/") ? before.substring(before.lastIndexOf("/**")) : "";
    }

    String at(Tree tree) {
        return file.path() + ":" + firstLine(tree);
    }

    private int line(long position) {
        return (int) unit.getLineMap().getLineNumber(position);
    }
}
