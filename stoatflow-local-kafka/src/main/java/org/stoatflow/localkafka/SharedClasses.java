package org.stoatflow.localkafka;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How a child JVM of a test finds its classes: read and verified already, in an archive that all JVMs of a build share
 * (JEP 350), where it would read them from jars. A broker takes 1.1 s of processor time to start so instead of 2.3 s.
 *
 * <p>The archive is in the folder that the system property {@value #FOLDER} names. Where there is no such property, as
 * in commands, benchmarks and applications, children read from jars.
 *
 * @param options of the child
 * @param classPath of the child: this JVM's own, behind the jars of the archive if there is one
 */
public record SharedClasses(List<String> options, String classPath) {
    /** The system property with the archive's folder; the archive is made where it is missing. */
    public static final String FOLDER = "stoatflow.classes";

    /** For a child that is started now. Thread: any. */
    public static SharedClasses ofChild() {
        String folder = System.getProperty(FOLDER);
        String own = System.getProperty("java.class.path");
        ClassArchive archive = folder == null ? ClassArchive.NONE : ClassArchive.open(Path.of(folder), own);
        if (archive.jars().isEmpty()) {
            return new SharedClasses(List.of(), own);
        }
        String jars =
                archive.jars().stream().map(jar -> jar + File.pathSeparator).collect(Collectors.joining());
        return new SharedClasses(archive.options(), jars + own);
    }
}
