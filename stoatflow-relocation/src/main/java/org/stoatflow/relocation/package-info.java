/**
 * Steps of the build that make classes of classes. {@link org.stoatflow.relocation.Relocation} renames a package;
 * {@link org.stoatflow.relocation.Shells} leaves nothing but the names of classes. Both run in Maven, on one thread.
 * {@link org.stoatflow.relocation.RenamedClasses} renames as classes are loaded, for tests and benchmarks.
 */
package org.stoatflow.relocation;
