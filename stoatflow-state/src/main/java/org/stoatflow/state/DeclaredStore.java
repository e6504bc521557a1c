package org.stoatflow.state;

/**
 * A store as an engine has to know it.
 *
 * @param name its name
 * @param layout what its rows look like
 * @param logging whether it has a changelog
 */
public record DeclaredStore(String name, RowLayout layout, boolean logging) {}
