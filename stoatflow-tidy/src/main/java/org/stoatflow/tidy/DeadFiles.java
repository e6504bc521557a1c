package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Main source files whose type no other file names: not a source, a page, a build file or the script. */
final class DeadFiles implements Rule {
    private static final Pattern NOT_A_WORD = Pattern.compile("\\W+");

    @Override
    public List<Finding> findings(Project project) {
        Map<String, Set<String>> namedIn = new HashMap<>();
        for (TextFile file : project.ending("")) {
            for (String word : NOT_A_WORD.splitAsStream(file.text()).collect(Collectors.toSet())) {
                namedIn.computeIfAbsent(word, _ -> new HashSet<>()).add(file.path());
            }
        }
        List<Finding> found = new ArrayList<>();
        for (JavaFile file : project.java()) {
            String path = file.file().path();
            String type = path.substring(path.lastIndexOf('/') + 1).replace(".java", "");
            boolean ofOurs = file.isMain() && !type.equals("package-info") && !MirroredApi.covers(file);
            if (ofOurs && namedIn.getOrDefault(type, Set.of()).stream().allMatch(path::equals)) {
                found.add(new Finding(
                        "dead-files",
                        path,
                        path + ":1",
                        Finding.NOT_TO_BE_EXEMPTED,
                        "nothing else names " + type + ": remove it, or have something use it"));
            }
        }
        return found;
    }
}
