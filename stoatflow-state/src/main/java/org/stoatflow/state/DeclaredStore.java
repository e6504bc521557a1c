package org.stoatflow.state;

/**
 * A store as an engine has to know it.
 *
 * @param name its name
 * @param layout what its rows look like
 * @param logging whether it has a changelog
 * @param segmentMs how much time a segment of its rows covers, in milliseconds; 0 where rows have none
 */
public record DeclaredStore(String name, RowLayout layout, boolean logging, long segmentMs) {}
