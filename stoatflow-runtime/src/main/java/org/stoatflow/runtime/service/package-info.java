/** What is served of an application to those outside of its process: the interfaces of a module that does so. */
package org.stoatflow.runtime.service;
