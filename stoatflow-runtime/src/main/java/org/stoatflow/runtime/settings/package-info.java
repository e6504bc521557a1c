/** What of the configuration the engine goes by, in groups of those who use it, each made from the keys in one place. */
package org.stoatflow.runtime.settings;
