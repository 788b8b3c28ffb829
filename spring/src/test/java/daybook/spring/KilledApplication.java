package daybook.spring;

import daybook.delivery.jobs.JobContext;
import daybook.delivery.jobs.JobHandler;
import daybook.spring.example.OrderApplication;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The example in a process of its own, which dies when the first job's effect has been committed, and before anybody is told. */
final class KilledApplication {
    private static final int KILLED = 9;

    private KilledApplication() {}

    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(OrderApplication.class, Death.class);
        application.setDefaultProperties(OrderApplication.PROPERTIES);
        application.run(args).getBean(OrderApplication.Orders.class).place("INFY", 10);
    }

    /** Around the handler and its transaction. */
    @Configuration(proxyBeanMethods = false)
    static class Death {
        @Bean
        static BeanPostProcessor death() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String beanName) {
                    return bean instanceof JobHandler handler ? new Deadly(handler) : bean;
                }
            };
        }
    }

    /** Does it, and dies. */
    private record Deadly(JobHandler handler) implements JobHandler {
        @Override
        public String name() {
            return handler.name();
        }

        @Override
        public void run(JobContext context) throws Exception {
            handler.run(context);
            Runtime.getRuntime().halt(KILLED);
        }
    }
}
