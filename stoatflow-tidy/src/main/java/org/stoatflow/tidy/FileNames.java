package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Files that nobody meant to add: with nothing in them, or with a name that a test or a shell has made. Paths are short
 * enough for each file system that the repository may be laid out on.
 *
 * @param pathMax how many characters a path has at most, from the repository's folder on
 */
record FileNames(int pathMax) implements Rule {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._/$+-]+");

    @Override
    public List<Finding> findings(Project project) {
        List<Finding> found = new ArrayList<>();
        for (String path : project.paths()) {
            if (path.startsWith(".")) { // of tools
                continue;
            }
            if (!PLAIN.matcher(path).matches()) {
                found.add(finding(path, "its name has other characters than letters, digits and . _ $ + -"));
            }
            if (path.length() > pathMax) {
                found.add(finding(path, path.length() + " characters, more than " + pathMax + ": shorten its path"));
            }
            if (project.isEmpty(path)) {
                found.add(finding(path, "there is nothing in it: remove it, or say in it what it is for"));
            }
        }
        return found;
    }

    private static Finding finding(String path, String problem) {
        return new Finding("file-names", path, path + ":1", Finding.NOT_TO_BE_EXEMPTED, problem);
    }
}
