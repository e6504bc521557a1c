package org.stoatflow.tidy;

import com.sun.source.tree.MethodTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names of packages, types, methods and fields do not use the words that {@link RetiredWord#PATH} lists. */
record RetiredWords() implements Rule {
    /** How the names of tests begin, which are sentences. */
    private static final String SENTENCE = "should";

    /** What is declared where. */
    private record Name(String name, String place, String at) {}

    @Override
    public List<Finding> findings(Project project) {
        List<Name> names = new ArrayList<>();
        project.java().forEach(file -> collect(file, names));
        List<Finding> found = new ArrayList<>();
        for (TextFile list : project.ending("/retired-words.txt")) {
            RetiredWord.parse(list.text()).forEach(word -> look(word, names, found));
        }
        return found;
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
        Set<String> unneeded = new HashSet<>(word.places());
        for (Name each : names) {
            if (word.isIn(each.name()) && !isListed(each.place(), word.places(), unneeded)) {
                found.add(finding(
                        each.place() + "#" + each.name(),
                        each.at(),
                        "the glossary retires '" + word.word() + "'; say '" + word.instead() + "'"));
            }
        }
        for (String place : unneeded) {
            found.add(finding(
                    word.word() + " " + place,
                    RetiredWord.PATH + ":" + word.line(),
                    "'" + word.word() + "' is no longer in " + place + ": take it out of the list"));
        }
    }

    private static boolean isListed(String place, List<String> places, Set<String> unneeded) {
        for (String listed : places) {
            if (place.equals(listed) || place.endsWith("." + listed)) {
                unneeded.remove(listed);
                return true;
            }
        }
        return false;
    }

    private static Finding finding(String place, String at, String problem) {
        return new Finding("words", place, at, Finding.NOT_TO_BE_EXEMPTED, problem);
    }
}
