/**
 * The check that keeps the house: sizes, retired words, references and the order of packages, over the sources of all
 * modules. Java is read with the compiler's own parser, without types being resolved, so it takes seconds.
 */
package org.stoatflow.tidy;
