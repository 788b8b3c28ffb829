package daybook.lab.study;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A port with somebody in front of it who may fail a call, delay it, or look at its answer: how an experiment breaks the world. */
final class Intercepted {
    private Intercepted() {}

    /** Stands in front of a port. */
    @FunctionalInterface
    interface Interceptor {
        /**
         * Handles a call.
         *
         * @param name of the method
         * @return what the caller gets; usually what the call answers
         */
        @Nullable
        Object handle(String name, Call call) throws Throwable;
    }

    /** The call itself. */
    @FunctionalInterface
    interface Call {
        @Nullable
        Object proceed() throws Throwable;
    }

    static <T> T of(Class<T> port, T real, Interceptor interceptor) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(),
                new Class<?>[] {port},
                (proxy, method, arguments) ->
                        interceptor.handle(method.getName(), () -> invoke(method, real, arguments))));
    }

    private static @Nullable Object invoke(Method method, Object on, @Nullable Object[] arguments) throws Throwable {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
