package org.stoatflow.tidy;

import com.sun.source.tree.MethodTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Names of packages, types, methods and fields do not use the words that {@link RetiredWord#PATH} lists. */
record RetiredWords() implements Rule {
    /** How the names of tests begin, which are sentences. */
    private static final String SENTENCE = "should";

    private static final String FILE = "retired-words.txt";

    /** What is declared where. */
    private record Name(String name, String place, String at) {
        boolean isIn(String listed) {
            return place.equals(listed) || place.endsWith("." + listed);
        }
    }

    @Override
    public List<Finding> findings(Project project) {
        List<Name> names = names(project);
        List<Finding> found = new ArrayList<>();
        for (TextFile list : project.ending("/" + FILE)) {
            RetiredWord.parse(list.text()).forEach(word -> look(word, names, found));
        }
        return found;
    }

    /** The list of a project without the files that do not have the word any more; nothing else is changed. */
    static String tightened(Project project, String text) {
        List<Name> names = names(project);
        List<String> lines = new ArrayList<>(text.lines().toList());
        for (RetiredWord word : RetiredWord.parse(text)) {
            Set<String> unneeded = unneeded(word, names);
            if (!unneeded.isEmpty()) {
                lines.set(word.line() - 1, word.without(unneeded).text());
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static List<Name> names(Project project) {
        List<Name> names = new ArrayList<>();
        project.java().forEach(file -> collect(file, names));
        return names;
    }

    private static void collect(JavaFile file, List<Name> names) {
        names.add(new Name(file.packageName(), file.packageName(), file.file().path()));
        if (MirroredApi.covers(file)) {
            return;
        }
        String place = file.place();
        for (TypeDeclaration type : file.types()) {
            names.add(new Name(type.tree().getSimpleName().toString(), place, file.at(type.tree())));
            type.fields().forEach(field -> names.add(new Name(field.getName().toString(), place, file.at(field))));
            for (MethodTree method : type.methods()) {
                if (!Parameters.overrides(method)
                        && !method.getName().toString().startsWith(SENTENCE)) {
                    names.add(new Name(method.getName().toString(), place, file.at(method)));
                }
            }
        }
    }

    private static void look(RetiredWord word, List<Name> names, List<Finding> found) {
        for (Name each : names) {
            if (word.isIn(each.name()) && word.places().stream().noneMatch(each::isIn)) {
                found.add(finding(
                        each.place() + "#" + each.name(),
                        each.at(),
                        "the glossary retires '" + word.word() + "'; say '" + word.instead() + "'"));
            }
        }
        for (String place : unneeded(word, names)) {
            found.add(finding(
                    word.word() + " " + place,
                    RetiredWord.PATH + ":" + word.line(),
                    "'" + word.word() + "' is no longer in " + place
                            + ": take it out of the list (./stoatflow tidy --tighten does)"));
        }
    }

    private static Set<String> unneeded(RetiredWord word, List<Name> names) {
        Set<String> unneeded = new TreeSet<>(word.places());
        names.stream().filter(each -> word.isIn(each.name())).forEach(each -> unneeded.removeIf(each::isIn));
        return unneeded;
    }

    private static Finding finding(String place, String at, String problem) {
        return new Finding("words", place, at, Finding.NOT_TO_BE_EXEMPTED, problem);
    }
}
